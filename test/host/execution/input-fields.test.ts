import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { reexport, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const address = '/api/v1/products/payments/execute'

t.test('the fields of an input are checked alike, whichever way a call comes', async t => {
  const { call } = await start(t, { plugins: { '@test/payments': reexport('./products/payments.js', 'payments') } })
  const execute = (body: object, headers = {}) => call('POST', address, body, { ...key, ...headers })
  const paid = async (payee: string) => (await execute({ action: 'paid', payee })).body.detail.amountGbp
  const tool = (params: object) =>
    call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...key, Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' }
    )
  const refusal = {
    ok: false,
    detail: {
      error: { code: 'misspelt_field', message: /"amount_gbp".*"amountGbp"/, retryable: false },
      misspeltFields: [{ field: 'amount_gbp', meant: 'amountGbp' }]
    }
  }

  t.test('a request with a near miss of an ordinary field runs, with a warning', async t => {
    t.match(await execute({ action: 'pay', payee: 'Ada', amountGbp: 2, Reference: 'x', colour: 'red' }), {
      status: 200,
      body: {
        ok: true,
        detail: {
          ignoredFields: ['Reference', 'colour'],
          misspeltFields: [{ field: 'Reference', meant: 'reference', warning: /Did you mean "reference"\?/ }]
        }
      }
    })
  })

  t.test('a request with a near miss of a field that decides does nothing', async t => {
    t.match(await execute({ action: 'pay', payee: 'Bob', amount_gbp: 500 }), { status: 200, body: refusal })
    t.equal(await paid('Bob'), null)
  })

  t.test('it claims no Idempotency-Key, so that the corrected request may have the same one', async t => {
    const keyed = { 'Idempotency-Key': '"payment-of-bob-1"' }
    t.match((await execute({ action: 'pay', payee: 'Cid', amount_gbp: 5 }, keyed)).body, refusal)
    t.match((await execute({ action: 'pay', payee: 'Cid', amountGbp: 5 }, keyed)).body, { ok: true })
  })

  t.test('a call of another product', async t => {
    const { body } = await execute({ action: 'relay', fields: { payee: 'Dora', amount_gbp: 500 } })
    t.match(body.detail.answer, refusal)
    t.equal(await paid('Dora'), null)
  })

  t.test('a tool call', async t => {
    const { body } = await tool({ name: 'payments_pay', arguments: { payee: 'Eve', amount_gbp: 500 } })
    t.equal(body.result.isError, true)
    t.match(JSON.stringify(body.result.content), /misspelt_field/)
    t.equal(await paid('Eve'), null)
  })

  t.test('a job', async t => {
    await execute({ action: 'later', fields: { payee: 'Finn', amount_gbp: 500 } })
    await execute({ action: 'later', fields: { payee: 'Gus', amountGbp: 3 } })
    for (let tries = 0; tries < 200 && (await paid('Gus')) === null; tries++) await setTimeout(10)
    t.equal(await paid('Gus'), 3)
    t.equal(await paid('Finn'), null)
  })

  t.test('null for an optional field counts as absent in each of them', async t => {
    const fields = { payee: 'Hal', amountGbp: null, reference: null, limits: { perDay: null }, amount_gbp: null }
    t.match((await execute({ action: 'pay', ...fields })).body, { ok: true, detail: { amountGbp: 1 } })
    t.match((await execute({ action: 'relay', fields })).body.detail.answer, { ok: true, detail: { amountGbp: 1 } })
    const { body } = await tool({ name: 'payments_pay', arguments: fields })
    t.match(body.result.structuredContent, { detail: { amountGbp: 1 } })
    t.match(await execute({ action: 'pay', payee: null }), { status: 400, body: { errors: [{ pointer: '#/payee' }] } })
  })

  t.test('the description says which fields decide, and what their misspelling is answered with', async t => {
    const { body } = await call('GET', address)
    const [pay, relay] = body.actions
    t.strictSame(pay.decisiveFields, ['amountGbp', 'limits'])
    t.match(pay.errors, [{ code: 'misspelt_field' }])
    t.notOk('decisiveFields' in relay)
  })
})
