import { Type } from '@product-host/sdk'
import { SettingsRules, settingPointer } from '@product-host/sdk/runtime'
import t from 'tap'

const settings = Type.Object(
  {
    'hook.url': Type.String({ default: 'https://usual.example' }),
    'hook.size': Type.Optional(Type.String({ maxLength: 3 })),
    'hook.pin': Type.Optional(Type.String({ writeOnly: true, sentTo: 'hook.url' }))
  },
  {
    patternProperties: {
      '^site\\.[a-z]+\\.note$': Type.String({ sentTo: 'site.*.url' }),
      '^site\\.[a-z]+\\.url$': Type.String()
    }
  }
)

const rules = (own: object = {}, ask?: ConstructorParameters<typeof SettingsRules>[1]) =>
  new SettingsRules({ settings, ...own } as never, ask)

t.test('a setting is known by its name or by the pattern of its family', async t => {
  for (const name of ['hook.url', 'site.a.note', 'site.b.url']) t.ok(rules().isKnown(name), name)
  for (const name of ['hook', 'hook.urls', 'site.A.note', 'site..url', 'toString']) t.notOk(rules().isKnown(name), name)
})

t.test('a setting is secret when its schema or the last part of its name says so', async t => {
  for (const name of [
    'hook.pin',
    'x.secret',
    'x.apiKey',
    'x.api_key',
    'x.accessToken',
    'password',
    'x.PASSWORD',
    'x.passwd',
    'x.credentials',
    'x.authorization',
    'x.private-key'
  ])
    t.ok(rules().isSecret(name), name)
  for (const name of ['hook.url', 'site.a.note', 'secret.name', 'x.secret.name', 'x.key', 'unknown'])
    t.notOk(rules().isSecret(name), name)
})

t.test('the address of a secret is that of its own member of the family', async t => {
  t.equal(rules().addressOf('hook.pin'), 'hook.url')
  t.equal(rules().addressOf('site.b.note'), 'site.b.url')
  t.equal(rules().addressOf('hook.url'), undefined)
  t.equal(rules().addressOf('unknown'), undefined)
})

t.test('a product gets the settings it knows, with its defaults, and cannot change them', async t => {
  const sent = { 'hook.size': 'ab', unknown: 'x' }
  const resolved = rules().resolve(sent)
  t.strictSame({ ...resolved }, { 'hook.url': 'https://usual.example', 'hook.size': 'ab' })
  t.ok(Object.isFrozen(resolved))
  t.strictSame(sent, { 'hook.size': 'ab', unknown: 'x' })
})

t.test('the schema checks first, then the product, with the known settings and the defaults', async t => {
  const asked: object[] = []
  const checked = rules({
    checkSettings: (given: object) => {
      asked.push({ ...given })
      return [{ pointer: '#/settings/hook.url', detail: 'is not ours', fix: 'Send ours.' }]
    }
  })
  t.match(checked.check({ 'hook.size': 'abcd' }), [{ pointer: '#/settings/hook.size', code: 'max_length' }])
  t.strictSame(asked, [])
  t.match(checked.check({ unknown: 'x' }), [{ pointer: '#/settings/hook.url', detail: 'is not ours' }])
  t.strictSame(asked, [{ 'hook.url': 'https://usual.example' }])
  t.strictSame(rules().check({ 'hook.size': 'abc' }), [])
  t.equal(settingPointer('a/b~c'), '#/settings/a~1b~0c')
})

t.test('a product in another thread is asked with the settings that it would get', async t => {
  t.equal(rules().hasProductCheck, false)
  t.strictSame(await rules().askProduct({}), [])
  const issue = { pointer: '#/settings', detail: 'is wrong', fix: 'Mend it.' }
  const asked: object[] = []
  const remote = rules({}, async given => {
    asked.push({ ...given })
    return [issue]
  })
  t.equal(remote.hasProductCheck, true)
  t.strictSame(await remote.askProduct({ unknown: 'x' }), [issue])
  t.strictSame(asked, [{ 'hook.url': 'https://usual.example' }])
})
