import t from 'tap'
import { redactor } from '../../../host/dist/config/configs.js'

const clean = redactor(['first secret', 'second secret', 'short'])

t.test('secrets are masked in texts and in member names, at any depth', async t => {
  t.strictSame(clean('it was first secret'), 'it was ********')
  t.strictSame(clean({ 'of first secret': [{ 'second secret': 'first secret' }] }), {
    'of ********': [{ '********': '********' }]
  })
  t.strictSame(clean(['short', 1, null, true]), ['short', 1, null, true])
})

t.test('a secret is masked in JSON text, where some of its characters are escaped', async t => {
  const secret = 'a "quoted" \\ secret'
  t.equal(redactor([secret])(JSON.stringify({ text: `it was ${secret}` })), '{"text":"it was ********"}')
  t.equal(redactor([secret])(`it was ${secret}`), 'it was ********')
})

t.test('members whose names differ in a secret alone are all there', async t => {
  t.strictSame(clean({ 'first secret': 1, 'second secret': 2, '********': 3 }), {
    '********': 1,
    '******** (2)': 2,
    '******** (3)': 3
  })
})

t.test('a secret that holds another is masked whole', async t => {
  t.equal(redactor(['password', 'password of mine'])('password of mine'), '********')
})

t.test('a member named __proto__ stays a member', async t => {
  t.equal(JSON.stringify(clean(JSON.parse('{"__proto__":{"a":"first secret"}}'))), '{"__proto__":{"a":"********"}}')
})

t.test('a secret of eight characters is masked, a shorter one is ordinary text', t => {
  t.equal(redactor(['12345678'])('a 12345678 b'), 'a ******** b')
  t.equal(redactor(['1234567'])('a 1234567 b'), 'a 1234567 b')
  t.end()
})
