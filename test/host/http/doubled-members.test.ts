import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { post } from '../../fixtures/mcp-client.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const notes = '/api/v1/products/notes/execute'
const bearer = { Authorization: `Bearer ${demoKey}` }

/** Objects as lists of members, so that a name may be there twice. */
type Tree = string | number | null | readonly Tree[] | { readonly members: readonly (readonly [string, Tree])[] }

const words = ['a', 'b', ':', '"', '\\', '\\"', '"a":1,"a":1', '{"a":', '\n', '\u{1f600}', 'é', '__proto__', '1']
const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...words, 1, -1.5e3, null),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.record({ members: fc.array(fc.tuple(fc.constantFrom(...words), tie('tree')), { maxLength: 3 }) })
  )
}))

t.test('a body is refused exactly if one of its objects has a member twice', async t => {
  const { call } = await start(t)
  await fc.assert(
    fc.asyncProperty(tree, fc.boolean(), async (value, isSpaced) => {
      const body = `{"action":"latest","more":${textOf(value, isSpaced)}}`
      const { status, body: answer } = await call('POST', notes, body, bearer)
      const codes = [status, answer.code, answer.errors?.[0].code]
      assert.deepEqual(
        codes,
        hasDoubled(value) ? [400, 'invalid_input', 'doubled_member'] : [200, undefined, undefined]
      )
    }),
    { numRuns: 300 }
  )
})

t.test('a doubled member is named with both places, however it is written', async t => {
  const { call } = await start(t)
  for (const [body, pointer, places] of [
    ['{"action":"latest","action":"latest"}', '#/action', 'line 1, column 2 and line 1, column 20'],
    ['\ufeff{"action":"latest",\n"limit":1,\n "limi\\u0074":2}', '#/limit', 'line 2, column 1 and line 3, column 2'],
    ['{"action":"latest","m":[{"\\u003a":1,":":2}]}', '#/m/0/:', 'line 1, column 26 and line 1, column 37'],
    ['{"action":"latest","m":{"a/b c":1,"a/b c":1}}', '#/m/a~1b%20c', 'line 1, column 25 and line 1, column 35']
  ])
    t.match(await call('POST', notes, body, bearer), {
      status: 400,
      body: {
        code: 'invalid_input',
        errors: [{ pointer, code: 'doubled_member', detail: `is there twice: ${places}`, fix: 'Send it once.' }]
      }
    })
  const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`
  t.match(await call('POST', notes, `{"action":"latest","m":${deep},"m":1}`, bearer), {
    status: 400,
    body: { code: 'malformed_json', detail: 'The body is nested deeper than 32 levels.' }
  })
  t.match(await call('POST', notes, '{"action":"add","text":"a","text":"b"}', bearer), { status: 400 })
  const { body } = await call('POST', notes, { action: 'latest' }, bearer)
  t.strictSame(body.detail.notes, [], 'nothing was done')
})

t.test('every route that reads JSON refuses it', async t => {
  const { call, url } = await start(t, { plugins: { ...notesPlugin, ...connectionPlugin } })
  const doubled = (pointer: string) => ({
    status: 400,
    body: { code: 'invalid_input', errors: [{ pointer, code: 'doubled_member' }] }
  })
  const config = '/api/v1/products/connection/config'
  t.match(
    await call('PUT', config, '{"settings":{"colour":"red","colour":"blue"}}', bearer),
    doubled('#/settings/colour')
  )
  t.match(
    await call('POST', '/dashboard/api/sessions', '{"email":"a@b.example","email":"c@d.example","password":"x"}'),
    doubled('#/email')
  )
  const registered = await call(
    'POST',
    '/oauth/register',
    '{"redirect_uris":["https://a.example/"],"redirect_uris":[]}'
  )
  t.match(registered, { status: 400, body: { error: 'invalid_client_metadata' } })
  const message = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  const tool = await post(`${url}/mcp`, message('{"name":"notes_add","arguments":{"text":"a","text":"b"}}'))
  t.equal(tool.body.result.isError, true)
  t.match(JSON.parse(tool.body.result.content[1].text), { errors: [{ pointer: '#/text', code: 'doubled_member' }] })
  const named = await post(`${url}/mcp`, message('{"name":"notes_add","name":"notes_latest"}'))
  t.match(named, { status: 400, body: { error: { data: { errors: [{ pointer: '#/params/name' }] } } } })
})

const counter = `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const Counts = Type.Record(Type.String(), Type.Integer())
const show = defineAction({
  title: 'Show', description: 'Shows counts.', effect: 'read',
  input: Type.Object({ counts: Counts }), detail: Type.Object({ counts: Counts }),
  examples: [{ title: 'One', input: { counts: { a: 1 } } }],
  run: ({ counts }) => ({ summary: 'Shown.', detail: { counts } })
})
export default defineProduct({ slug: 'counter', title: 'Counter', description: 'Counts.', version: '1.0.0', actions: { show } })
`

t.test('a name with an escape is read as it is written, whatever was read before', async t => {
  const { call } = await start(t, { plugins: { '@test/counter': counter } })
  const shown = async (counts: string) => {
    const body = `{"action":"show","counts":${counts}}`
    return (await call('POST', '/api/v1/products/counter/execute', body, bearer)).body.detail.counts
  }
  t.strictSame(await shown('{"x":1,"stra\\\\u":2}'), { x: 1, 'stra\\u': 2 })
  t.strictSame(await shown('{"x":1,"stra\\u00dfe":2}'), { x: 1, straße: 2 })
  t.strictSame(await shown('{"x":1,"\\\\":2,"\\"":3}'), { x: 1, '\\': 2, '"': 3 })
})

function textOf(value: Tree, isSpaced: boolean): string {
  const space = isSpaced ? ' \n\t' : ''
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (!('members' in value)) return `[${value.map(each => textOf(each, isSpaced)).join(`,${space}`)}${space}]`
  const members = value.members.map(
    ([name, each]) => `${space}${JSON.stringify(name)}${space}:${space}${textOf(each, isSpaced)}`
  )
  return `{${members.join(',')}}`
}

function hasDoubled(value: Tree): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('members' in value)) return value.some(hasDoubled)
  const names = value.members.map(([name]) => name)
  return new Set(names).size < names.length || value.members.some(([, each]) => hasDoubled(each))
}
