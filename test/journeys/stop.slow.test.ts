import { Agent, request } from 'node:http'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'

/** How one request of the load ended. */
type Ending = 'answered' | 'refused' | 'lost'

function send(url: string, agent: Agent, count: number): Promise<Ending> {
  const body = JSON.stringify({ action: 'remember', key: `key ${count % 100}`, value: `value ${count}` })
  return new Promise(resolve => {
    let isConnected = false
    const sent = request(
      `${url}/api/v1/products/core/execute`,
      {
        agent,
        method: 'POST',
        headers: {
          Authorization: `Bearer ${demoKey}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body)
        }
      },
      response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200 ? 'answered' : 'lost'))
        response.on('error', () => resolve('lost'))
      }
    )
    sent.on('socket', socket => {
      if (!socket.connecting) isConnected = true
      else
        socket.once('connect', () => {
          isConnected = true
        })
    })
    sent.on('error', () => resolve(isConnected ? 'lost' : 'refused'))
    sent.end(body)
  })
}

t.test('SIGTERM under load loses no request', async t => {
  const host = await startProcess(t, await dataFolder(t), { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' })
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const endings: Record<Ending, number> = { answered: 0, refused: 0, lost: 0 }
  let isOver = false
  let count = 0
  const client = async () => {
    while (!isOver) {
      const ending = await send(host.url, agent, count++)
      endings[ending] += 1
      if (ending === 'refused') isOver = true
    }
  }
  const load = Promise.all(Array.from({ length: 32 }, client))
  while (endings.answered < 500 && !isOver) await new Promise(resolve => setImmediate(resolve))
  const code = await host.end('SIGTERM')
  isOver = true
  await load
  agent.destroy()
  t.equal(code, 0)
  t.equal(endings.lost, 0)
  t.ok(endings.answered > 500)
  t.comment(JSON.stringify(endings))
})
