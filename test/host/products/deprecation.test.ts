import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { controlledPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const path = '/api/v1/products/controlled/execute'

t.test('every answer of a deprecated action says since when, and until when it runs', async t => {
  const { call } = await start(t, { plugins: controlledPlugin })
  const fields = async (body: object, headers: Record<string, string> = {}) => {
    const { status, headers: sent } = await call('POST', path, body, { ...key, ...headers })
    return [status, sent.get('deprecation'), sent.get('sunset')]
  }
  const expected = ['@1740787200', 'Fri, 01 Jan 2027 00:00:00 GMT']
  t.strictSame(await fields({ action: 'old', id: 'one' }), [200, ...expected])
  t.strictSame(await fields({ action: 'old', id: 5 }), [400, ...expected])
  t.strictSame(await fields({ action: 'old', id: 'one' }, { 'Idempotency-Key': 'a' }), [200, ...expected])
  t.strictSame(await fields({ action: 'old', id: 'one' }, { 'Idempotency-Key': 'a' }), [200, ...expected])
  t.strictSame(await fields({ action: 'count', id: 'one' }), [200, null, null])
})
