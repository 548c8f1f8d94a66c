import { pino } from 'pino'
import t from 'tap'
import { RequestLogWriter } from '../../../host/dist/http/request-log.js'

const request = {
  requestId: 'request-0001',
  trace: undefined,
  method: 'POST',
  route: '/api/v1/products/:slug/execute',
  status: 200,
  ms: 1.5,
  notes: {}
}

function log(level = 'info') {
  const lines: string[] = []
  const base = { pid: process.pid }
  const timestamp = pino.stdTimeFunctions.isoTime
  const pinoLines = pino({ level, base, timestamp }, { write: (line: string) => void lines.push(line) })
  return { lines, pinoLines, requests: new RequestLogWriter(pinoLines) }
}

t.test('a line has these members in this order, and ends with a newline', async t => {
  const { lines, requests } = log()
  requests.write({
    ...request,
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    notes: {
      replayed: true,
      code: 'rate_limited',
      keyId: 'key_one',
      account: 'a "quoted" one',
      action: 'add',
      product: 'notes'
    }
  })
  const [line = ''] = lines
  t.ok(line.endsWith('}\n'))
  const { time, ...members } = JSON.parse(line)
  t.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.strictSame(Object.entries(members), [
    ['level', 30],
    ['pid', process.pid],
    ['requestId', 'request-0001'],
    ['trace', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['method', 'POST'],
    ['route', '/api/v1/products/:slug/execute'],
    ['status', 200],
    ['ms', 1.5],
    ['product', 'notes'],
    ['action', 'add'],
    ['account', 'a "quoted" one'],
    ['keyId', 'key_one'],
    ['code', 'rate_limited'],
    ['replayed', true],
    ['msg', 'request']
  ])
})

t.test('without notes it has the bytes that pino writes, but for the time', async t => {
  const { lines, pinoLines, requests } = log()
  const { requestId, method, route, status, ms } = request
  requests.write(request)
  pinoLines.info({ requestId, method, route, status, ms }, 'request')
  const [own, pinos] = lines.map(line => line.replace(/"time":"[^"]*"/, '"time":""'))
  t.equal(own, pinos)
})

t.test('above the level info it writes nothing', async t => {
  const { lines, requests } = log('warn')
  requests.write(request)
  t.strictSame(lines, [])
})
