import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }

/** A product that answers with what the global names of a browser gave it. */
const fetching = `
  import { defineAction, defineProduct, EGRESS, Type } from '@product-host/sdk'
  const early = await fetch('http://127.0.0.1:1/').then(() => 'sent', error => error.cause.message)
  const look = defineAction({
    title: 'Look', description: 'Looks.', effect: 'external',
    input: Type.Object({
      url: Type.String(), method: Type.String({ default: 'GET' }), bytes: Type.Array(Type.Integer(), { default: [] })
    }),
    detail: Type.Object({
      status: Type.Optional(Type.Integer()), text: Type.Optional(Type.String()), got: Type.Optional(Type.Array(Type.Integer())),
      early: Type.String(), socket: Type.String()
    }),
    examples: [{ title: 'One', input: { url: 'https://example.com' } }],
    needs: { egress: EGRESS },
    async run({ url, method, bytes }, { egress }) {
      if (bytes.length > 0) {
        const { content } = await egress.request(url, { method, body: new Uint8Array([7, ...bytes]).subarray(1), asBytes: true })
        return { summary: 'Looked.', detail: { got: [...content], early, socket: typeof WebSocket } }
      }
      const body = method === 'POST' ? { body: 'milk' } : {}
      const detail = await fetch(url, { method, ...body }).then(
        async response => ({ status: response.status, text: await response.text() }),
        error => ({ text: error.cause.message })
      )
      return { summary: 'Looked.', detail: { ...detail, early, socket: typeof WebSocket } }
    }
  })
  export default defineProduct({ slug: 'odd', title: 'Odd', description: 'Odd.', version: '1.0.0', actions: { look } })`

t.test('global fetch of a plugin in a thread goes the way of EGRESS', async t => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      response.end(body[0] === 0 ? body : `${request.method} answered`)
    })
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const plugins = { '@test/fetching': fetching }
  const entries = { '@test/fetching': { isolation: 'thread' } }
  const look = async (members: object, input: object) => {
    const { call } = await start(t, { plugins, entries, deployment: members })
    return (await call('POST', '/api/v1/products/odd/execute', { action: 'look', ...input }, key)).body
  }
  const url = `http://127.0.0.1:${port}/`
  const open = { egress: { allow: [{ network: '127.0.0.0/8', ports: [port] }] } }

  t.match(await look({}, { url }), {
    ok: true,
    detail: {
      status: undefined,
      text: /not public|private|not allowed|blocked/i,
      early: /only while one of its actions runs/,
      socket: 'undefined'
    }
  })
  t.match((await look(open, { url, method: 'POST' })).detail, { status: 200, text: 'POST answered' })
  t.match((await look(open, { url, method: 'PATCH' })).detail, { status: 200, text: 'PATCH answered' })
  t.match((await look(open, { url, method: 'DELETE' })).detail, { status: 200, text: 'DELETE answered' })
  t.match((await look(open, { url, method: 'POST', bytes: [0, 159, 255] })).detail, { got: [0, 159, 255] })
  t.match((await look(open, { url: 'data:,milk' })).detail, { status: 200, text: 'milk' })
})
