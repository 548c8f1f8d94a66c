import { Type } from '@product-host/sdk'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { keepDeclared } from '../../../sdk/dist/runtime/compile-schema.js'
import { list, stored } from '../../fixtures/products/undeclared-members.js'
import { reexport, start } from '../../fixtures/start-host.js'

for (const isolation of ['inline', 'thread'])
  t.test(`members that the schemas do not declare do not reach the caller, ${isolation}`, async t => {
    const plugins = { '@test/lister': reexport('./products/undeclared-members.js', 'lister') }
    const { call, lines } = await start(t, { plugins, entries: { '@test/lister': { isolation } } })
    const key = { Authorization: `Bearer ${demoKey}` }
    for (let count = 0; count < 3; count++) {
      const { status, body } = await call('POST', '/api/v1/products/lister/execute', { action: 'list' }, key)
      t.equal(status, 200)
      t.strictSame(body.metrics, { lines: 2 })
      t.strictSame(body.detail, {
        lines: [{ id: 'a', sizes: [1] }, { id: 'b' }],
        counts: { a: 1 },
        any: { hidden: 1 }
      })
    }
    const told = lines.filter(line => line.includes('members that the schema does not declare were dropped'))
    t.equal(told.length, 1, 'one line for each action')
    const members = ['#/metrics/rows', '#/detail/token', '#/detail/lines/1/owner']
    t.match(JSON.parse(told[0] ?? '{}'), { level: 40, product: 'lister', action: 'list', members })
    t.notMatch(told[0], /a secret|somebody else/)
  })

for (const isolation of ['inline', 'thread'])
  t.test(`a code that the errors do not declare is logged once for its action, ${isolation}`, async t => {
    const plugins = { '@test/lister': reexport('./products/undeclared-members.js', 'lister') }
    const { call, lines } = await start(t, { plugins, entries: { '@test/lister': { isolation } } })
    const refused = async (action: string, code: string) => {
      const key = { Authorization: `Bearer ${demoKey}` }
      const { status, body } = await call('POST', '/api/v1/products/lister/execute', { action, code }, key)
      t.match(
        { status, ok: body.ok, summary: body.summary },
        { status: 200, ok: false, summary: 'The list is closed.' }
      )
      t.strictSame(body.detail, { since: 'today', error: { code, message: 'The list is closed.', retryable: true } })
    }
    const logged = () =>
      lines.map(line => JSON.parse(line)).filter(({ msg }) => msg.includes("is not in the action's errors"))
    await refused('refuse', 'declared')
    t.strictSame(logged(), [])
    for (let count = 0; count < 3; count++) await refused('refuse', 'worn_out')
    await refused('refuse', 'constructor')
    await refused('refuse_too', 'declared')
    t.match(logged(), [
      { level: 40, product: 'lister', action: 'refuse', code: 'worn_out' },
      { level: 40, product: 'lister', action: 'refuse_too', code: 'declared' }
    ])
    t.equal(logged().length, 2)
  })

t.test('a value without other members is itself, and one with some stays as it was', async t => {
  const keep = keepDeclared(list.detail)
  const good = { lines: [{ id: 'a' }], counts: {}, any: null }
  const undeclared: string[] = []
  t.equal(keep?.(good, '#', undeclared), good)
  t.not(keep?.(stored, '#', undeclared), stored)
  t.equal(stored.token, 'a secret')
  t.strictSame(undeclared, ['#/token', '#/lines/1/owner'])
  t.equal(keepDeclared(Type.Object({ a: Type.Integer() }, { additionalProperties: true })), undefined)
  t.equal(keepDeclared(Type.Record(Type.String(), Type.Integer())), undefined)
  t.equal(keepDeclared(Type.Union([Type.Object({}), Type.Null()])), undefined)
})
