import t from 'tap'
import { described } from '../../../fixtures/described-host.js'

const notes = '/api/v1/products/notes'
const connection = '/api/v1/products/connection'

t.test('every product has addresses of its own, and actions for its own use are not in it', async t => {
  const { description, url, keys } = await described(t)
  const { paths } = description.document
  const { key: all } = await keys.create('ada', 'a key', undefined, ['*:execute', '*:config', 'account:webhooks'])
  t.same(
    Object.keys(paths).filter(path => path.startsWith(connection)),
    ['execute', 'config', 'config/revisions', 'access'].map(end => `${connection}/${end}`)
  )
  t.notOk(paths[`${notes}/config`])
  t.match(description.document.components.schemas['connection.request'], {
    discriminator: { propertyName: 'action', mapping: { plan: '#/components/schemas/connection.plan.request' } }
  })
  t.match(description.document.components.schemas['notes.add.failure'], {
    description: '`too_dull`: The note says nothing.'
  })
  const names = Object.keys(description.document.components.schemas)
  t.ok(names.includes('connection.plan.request'))
  t.notOk(names.some(name => name.startsWith('connection.count.')))
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const isSince = path.endsWith('/webhooks/{id}/replay')
      const body = isSince
        ? '{"since":"2026-01-01T00:00:00Z"}'
        : method === 'patch' || path.endsWith('/rotate')
          ? '{}'
          : undefined
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const response = await fetch(url + path, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${all}`, Connection: 'close', ...type },
        ...(body !== undefined && { body })
      })
      const text = await response.text()
      // Where an address has a parameter, that is an id which nothing has.
      if (path.includes('{'))
        t.match(JSON.parse(text), { code: 'not_found', detail: /this (id|address)/ }, `${method} ${path}`)
      else t.not(response.status, 404, `${method} ${path}`)
    }
})

t.test('what a plugin defines for its own schemas is part of the document', async t => {
  const source = `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const tree = Type.Cyclic({ Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) }, 'Node')
const turn = defineAction({
  title: 'Turn', description: 'Gives a tree back.', effect: 'read',
  input: Type.Object({ tree }),
  detail: Type.Object({ tree, leaf: { $ref: '#/$defs/Leaf' } }, { $defs: { Leaf: { type: 'string', minLength: 1 } } }),
  metrics: Type.Object({}),
  examples: [{ title: 'A leaf', input: { tree: { name: 'a', children: [] } } }],
  run: ({ tree }) => ({ summary: 'Turned.', metrics: {}, detail: { tree, leaf: 'b' } })
})
export default defineProduct({
  slug: 'trees', title: 'Trees', description: 'Turns trees.', version: '1.0.0', actions: { turn }
})`
  const { send, description, call } = await described(t, { plugins: { '@test/trees': source } })
  const path = '/api/v1/products/trees/execute'
  const body = (name: unknown) => ({
    action: 'turn',
    tree: { name: 'a', children: [{ name: 'b', children: [{ name, children: [] }] }] }
  })
  t.strictSame(description.bodyFaults(path, body('c')), [])
  t.notSame(description.bodyFaults(path, body(5)), [])
  const { status, headers, text } = await send('POST', path, '200 ok', body('c'))
  const changed = (members: object) => {
    const answer = JSON.parse(text)
    return { status, headers, text: JSON.stringify({ ...answer, detail: { ...answer.detail, ...members } }) }
  }
  t.strictSame(description.faults('POST', path, changed({})), [])
  t.notSame(description.faults('POST', path, changed({ leaf: '' })), [])
  t.notSame(description.faults('POST', path, changed({ tree: { name: 'a', children: [{}] } })), [])
  t.notMatch(JSON.stringify(description.document), /\$defs|\$id/)
  const { outputSchema } = (await call('GET', path)).body.actions[0]
  t.match(outputSchema, {
    $defs: { Leaf: { type: 'string' } },
    oneOf: [{ properties: { detail: { type: 'object' } } }, {}]
  })
})

t.test('what an action destroys, and that it measures nothing, is described', async t => {
  const source = `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const clear = defineAction({
  title: 'Clear', description: 'Deletes everything.', effect: 'write', destructive: true, intents: { phrases: ['clear all'] },
  input: Type.Object({}), detail: Type.Object({}), examples: [{ title: 'All', input: {} }],
  run: () => ({ summary: 'Cleared.', detail: {} })
})
const look = defineAction({
  ...clear, title: 'Look', effect: 'read', destructive: false, intents: { keywords: ['look'] },
})
export default defineProduct({
  slug: 'board', title: 'Board', description: 'A board.', version: '1.0.0', actions: { clear, look }
})`
  const { send, description, call } = await described(t, { plugins: { '@test/board': source } })
  const path = '/api/v1/products/board/execute'
  const { actions } = (await call('GET', path)).body
  t.match(actions, [
    { name: 'clear', annotations: { destructiveHint: true }, intents: { phrases: ['clear all'], keywords: [] } },
    { name: 'look', annotations: { destructiveHint: false }, intents: { phrases: [], keywords: ['look'] } }
  ])
  for (const { outputSchema } of actions) {
    const { properties, required } = outputSchema.oneOf[0]
    t.match(properties.metrics, { type: 'object', properties: {} })
    t.ok(required.includes('metrics'))
  }
  const { schemas } = description.document.components
  t.match(schemas['board.clear.request'], { 'x-destructive': true })
  t.notOk('x-destructive' in (schemas['board.look.request'] ?? {}))
  const reply = await send('POST', path, '200 ok', { action: 'clear' })
  t.strictSame(JSON.parse(reply.text).metrics, {})
  await send('GET', path, '200 ok')
})
