import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import t from 'tap'
import { start } from '../../fixtures/start-host.js'

/**
 * A receiver of Python's standard library. It verifies as the text of the specification says (Standard Webhooks 1.0.0, "Verifying
 * signatures"), and prints a line for each request.
 */
const receiver = `
import base64, hashlib, hmac, json, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secrets = []

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        name, stamp = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        content = name.encode() + b"." + stamp.encode() + b"." + body
        given = [each[3:] for each in self.headers["webhook-signature"].split(" ") if each.startswith("v1,")]
        def fits(secret):
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
            expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
            return any(hmac.compare_digest(expected, each) for each in given)
        result = {
            "id": name,
            "isFresh": abs(time.time() - int(stamp)) <= 300,
            "fits": [fits(secret) for secret in secrets],
            "event": json.loads(body)
        }
        print(json.dumps(result), flush=True)
        self.send_response(204)
        self.end_headers()
    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
while True:
    secrets = json.loads(sys.stdin.readline() or sys.exit())
    server.handle_request()
`

const python = hasPython()
const missing = python || process.env.CI === 'true' ? false : 'python3 is not installed on this machine'

t.test('a receiver of the standard library of Python verifies what is sent', { skip: missing }, async t => {
  const child = spawn('python3', ['-c', receiver], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => ended(child))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => JSON.parse((await lines.next()).value ?? '')
  const port: number = await line()
  const egress = { allow: ['127.0.0.0/8'], ports: [port] }
  const { call, keys, host } = await start(t, { deployment: { billing: 'none', egress } })
  const { key } = await keys.create('ada', 'a key', undefined, ['notes:execute', 'account:webhooks'])
  const headers = { Authorization: `Bearer ${key}` }
  const send = async (path: string, body?: object, more = {}) =>
    (await call('POST', `/api/v1/products${path}`, body, { ...headers, ...more })).body
  const received = async (...secrets: readonly string[]) => {
    child.stdin.write(`${JSON.stringify(secrets)}\n`)
    await host.runDueJobs()
    return line()
  }

  const { id, secret } = await send('/webhooks', { url: `http://127.0.0.1:${port}/` })
  const { eventId } = await send(`/webhooks/${id}/test`)
  const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`
  t.match(await received(secret, wrong), {
    id: eventId,
    isFresh: true,
    fits: [true, false],
    event: { type: 'webhook.test', data: { endpointId: id } }
  })
  const renewed = await send(`/webhooks/${id}/secret`)
  const run = await send('/notes/execute', { action: 'add', text: 'grüße' }, { Prefer: 'respond-async' })
  t.match(await received(secret, renewed.secret, wrong), {
    isFresh: true,
    fits: [true, true, false],
    event: { type: 'run.succeeded', data: { runId: run.id, productId: 'notes', action: 'add' } }
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit')
  child.kill()
  await end
}
