import { defineAction, defineProduct } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { InputFields } from '../../sdk/dist/runtime/input-fields.js'
import { payments } from '../fixtures/products/payments.js'

const declared =
  'action_ email url note date code cachedTokens pricePer1kGbp expectStatus notContains timeoutMs everySeconds retries deliver ' +
  'externalId dryRun startDate'
const names = declared.split(' ')
const fields = new InputFields({ type: 'object', properties: Object.fromEntries(names.map(name => [name, {}])) })

function meantBy(...sent: readonly string[]): readonly string[] {
  const { misspelt } = fields.inspect(Object.fromEntries(sent.map(name => [name, 1])))
  return misspelt.map(({ field, meant }) => `${field} ${meant}`)
}

const near: Readonly<Record<string, readonly string[]>> = {
  'other case, underscores and hyphens': ['cached_tokens', 'Cached-Tokens', 'CACHEDTOKENS', 'cached tokens', 'e-mail'],
  'letters that are wrong, missing, swapped or added': [
    'cachdTokens',
    'cahcedTokens',
    'deliverr',
    'externallId',
    'ntoe'
  ],
  'the words in another order': ['tokensCached', 'status_expected', 'dateStart'],
  'another form of a word': ['expectedStatus', 'expects_status', 'cacheToken', 'retry', 'notes'],
  'another unit, or none': ['timeout', 'timeout_seconds', 'every', 'everyMinutes', 'price', 'pricePer1MUsd'],
  'two words or more of the name, and others': ['expectedStatusCode', 'isDryRun', 'doesNotContain', 'cachedTokensUsed']
}

for (const [rule, sent] of Object.entries(near))
  t.test(`a name is close to another one: ${rule}`, async t => {
    for (const name of sent) t.equal(meantBy(name).length, 1, name)
  })

t.test('one word in common, another number, or another short word makes no near miss', async t => {
  const ordinary =
    'companyEmail email_verified contactEmail emailOptIn id leadId customer_id status statusText contains tokens total_tokens name data ' +
    'mode cost delivered deliveryMethod address1 utm_source createdAt updated_at startedBy type run dry ip phone uri codes_of_conduct'
  t.strictSame(meantBy(...ordinary.split(' ')), [])
})

t.test('a field that is there is meant by no other one, and null is no value that is lost', async t => {
  const { misspelt } = fields.inspect({ email: 'a@b.example', Email: 'c@d.example', cached_tokens: null })
  t.strictSame(misspelt, [])
  t.strictSame(
    fields.inspect({ email: null, Email: 'c@d.example' }).misspelt.map(({ meant }) => meant),
    ['email']
  )
})

t.test('the closest name is the one that is named', async t => {
  const two = new InputFields({ type: 'object', properties: { pricePer1kGbp: {}, pricePer1k: {} } })
  t.match(two.inspect({ price_per_1k: 1 }).misspelt, [{ meant: 'pricePer1k' }])
  t.match(two.inspect({ price_per_1k_gbp: 1 }).misspelt, [{ meant: 'pricePer1kGbp' }])
})

t.test(
  'fields of objects and of lists have their place; an object that takes any member has no near misses',
  async t => {
    const nested = new InputFields(payments.actions.pay.input, ['limits'])
    t.match(nested.inspect({ limits: { per_day: 1 }, tags: [{ label: 'a' }, { labl: 'b' }] }).misspelt, [
      { field: 'limits.per_day', meant: 'limits.perDay', isDecisive: true },
      { field: 'tags.1.labl', meant: 'tags.1.label', isDecisive: false }
    ])
    const open = { type: 'object', properties: { email: {} }, additionalProperties: true }
    t.strictSame(new InputFields(open).inspect({ Email: 1 }).misspelt, [])
  }
)

t.test('a body with thousands of close names is inspected in a moment, and twenty are named', async t => {
  const body = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`cached_tokens${'x'.repeat(index % 3)}${index}`, 1])
  )
  const before = performance.now()
  t.ok(fields.inspect({ ...body, cached_tokens: 1 }).misspelt.length <= 20)
  t.ok(performance.now() - before < 1_000)
})

t.test(
  'a near miss is named in the answer, and one of a field that decides ends the call before it does anything',
  async t => {
    const { run, storage } = testContext(payments)
    t.match((await run('pay', { payee: 'Ada', amountGbp: 2, refrence: 'x' })).detail, {
      ignoredFields: ['refrence'],
      misspeltFields: [{ field: 'refrence', meant: 'reference', warning: /Did you mean "reference"\?/ }]
    })
    const { ok, summary, detail } = await run('pay', { payee: 'Bob', amount_gbp: 500 })
    t.equal(ok, false)
    t.match(summary, /"amount_gbp".*"amountGbp".*Nothing was done/)
    t.match(detail, {
      error: { code: 'misspelt_field', message: summary, retryable: false },
      ignoredFields: ['amount_gbp'],
      misspeltFields: [{ field: 'amount_gbp', meant: 'amountGbp' }]
    })
    t.equal(await storage.get('paid:Bob'), undefined)
    t.match(await run('pay', { payee: 'Bob', amount_gbp: 500, amountGbp: 3 }), { ok: true, detail: { amountGbp: 3 } })
  }
)

t.test('a missing field that is required is refused, with the name that is close to it', async t => {
  await t.rejects(testContext(payments).run('pay', { Payee: 'Ada' }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/payee', code: 'required', fix: /Was "Payee" meant to be "payee"\?/ }]
  })
})

t.test('an input that does not fit is refused as such, whatever is misspelt in it', async t => {
  await t.rejects(testContext(payments).run('pay', { payee: 1, amount_gbp: 5 }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/payee', code: 'type' }]
  })
})

t.test('an action with fields that decide declares the failure, and conforms', async t => {
  t.hasProp(payments.actions.pay.errors ?? {}, 'misspelt_field')
  t.notOk(payments.actions.paid.errors)
  await conform(payments, {
    runs: 30,
    products: { execute: async () => ({ ok: true, summary: 'Paid.', metrics: {}, detail: {} }) }
  })
})

t.test('a field that decides is a property of the input', async t => {
  const odd = defineAction({ ...payments.actions.paid, decisiveFields: JSON.parse('["payeee"]') })
  const { slug, title, description, version } = payments
  const product = defineProduct({ slug, title, description, version, actions: { odd } })
  t.throws(() => testContext(product), /decisive field "payeee" of "odd" is no property/)
})
