/** A server of one kind in a process of its own: `npx node dist-test/bench/servers.js <kind>`; it prints its port, and its CPU time when asked. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { realClock } from '../../host/dist/clock.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { startHost } from '../../host/dist/host.js'
import { readSettings } from '../../host/dist/settings.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'

const [kind = 'host', file = 'test/unlimited.json'] = process.argv.slice(2)
const port = kind === 'bare' ? await bare() : await host()
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.send?.({ port })

/** What any JSON service on Node has to do: read, parse, look at one field, answer. */
function bare(): Promise<number> {
  const server = createServer(async (request, response) => {
    const { key } = JSON.parse(await text(request)) as { key: string }
    const body = JSON.stringify({ ok: true, detail: { key } })
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}

async function host(): Promise<number> {
  const lines = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 8192 }))
  const started = await startHost({
    settings: readSettings({ PORT: '0', DEMO_MODE: 'local' }),
    deployment: await readDeployment(file),
    cipher: new Cipher([Buffer.alloc(32)]),
    store: await Store.open(memoryBackend(Date.now)),
    log: { lines, flush: () => undefined },
    clock: realClock()
  })
  return started.port
}
