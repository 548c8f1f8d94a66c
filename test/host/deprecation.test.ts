import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { gatePlugin, start } from './start.js'

const key = { Authorization: `Bearer ${demoKey}` }
const path = '/api/v1/products/gate/execute'

t.test('every answer of a deprecated action says since when, and until when it runs', async t => {
  const { call } = await start(t, { plugins: gatePlugin })
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
