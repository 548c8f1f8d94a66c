import { Agent, get } from 'node:http'
import t from 'tap'
import { dataFolder, type HostProcess, oneProduct, startProcess } from '../fixtures/host-process.js'

/** Stops reading the log, and sends requests until their lines fill everything between the host and its reader. */
async function fillLog({ url, child }: HostProcess): Promise<void> {
  child.stdout?.pause()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = get(`${url}/api/v1/products/none/execute`, { agent }, response => {
        response.resume().once('end', resolve)
      })
      sent.once('error', reject)
    })
  for (let count = 0; count < 100; count++) await Promise.all(Array.from({ length: 16 }, ask))
  agent.destroy()
}

t.test('a host whose log nobody reads any more serves on, and stops on SIGTERM', async t => {
  const host = await startProcess(t, await dataFolder(t), oneProduct)
  await fillLog(host)
  host.child.stdout?.destroy()
  t.equal((await fetch(`${host.url}/livez`, { headers: { Connection: 'close' } })).status, 200)
  t.equal(await host.end('SIGTERM'), 0)
})

t.test('a host whose log is full stops on SIGTERM, by that signal', async t => {
  const host = await startProcess(t, await dataFolder(t), oneProduct)
  await fillLog(host)
  t.equal((await fetch(`${host.url}/livez`, { headers: { Connection: 'close' } })).status, 200)
  t.equal(await host.end('SIGTERM'), null)
  t.equal(host.child.signalCode, 'SIGTERM')
})
