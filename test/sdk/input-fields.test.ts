import { defineAction, defineProduct } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { compileInput } from '../../sdk/dist/runtime/compile-schema.js'
import { checkedInput, InputFields, withNotes } from '../../sdk/dist/runtime/input-fields.js'
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
  'other case, underscores and hyphens': [
    'cached_tokens',
    'Cached-Tokens',
    'CACHEDTOKENS',
    'cached tokens',
    'e-mail',
    'cache_dtokens'
  ],
  'letters that are wrong, missing, swapped or added': [
    'cachdTokens',
    'cahcedTokens',
    'deliverr',
    'externallId',
    'ntoe'
  ],
  'the words in another order': ['tokensCached', 'status_expected', 'dateStart'],
  'another form of a word': ['expectedStatus', 'expects_status', 'cacheToken', 'retry', 'notes', 'expect_statuses'],
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
    'mode cost delivered deliveryMethod address1 utm_source createdAt updated_at startedBy type run dry ip phone uri codes_of_conduct ' +
    'note1 code_x email2 statusStatus beliver emaik ntob'
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
    const inner = { type: 'object', properties: { email: {} } }
    for (const further of [{ patternProperties: { '^E': {} } }, { anyOf: [{}] }, { $ref: '#' }, {}]) {
      const outer = new InputFields({ type: 'object', properties: { inner: { ...inner, ...further } } })
      const { misspelt } = outer.inspect({ inner: { Email: 1 } })
      t.equal(misspelt.length, Object.keys(further).length === 0 ? 1 : 0, JSON.stringify(further))
    }
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

/** Whether a name is taken for the only one that is declared. */
function isMeant(sent: string, only: string): boolean {
  return new InputFields({ type: 'object', properties: { [only]: {} } }).inspect({ [sent]: 1 }).misspelt.length === 1
}

t.test('how many letters may be wrong depends on the length of the name', async t => {
  t.ok(isMeant('exprassien', 'expression'), 'two in ten')
  t.notOk(isMeant('rafarence', 'reference'), 'not two in nine')
  t.ok(isMeant('refarence', 'reference'))
  t.ok(isMeant('amaunt', 'amount'), 'another letter in six')
  t.notOk(isMeant('prica', 'price'), 'not in five')
  t.ok(isMeant('pricee', 'price'), 'but one more')
  t.ok(isMeant('datee', 'date'))
  t.notOk(isMeant('keyy', 'key'), 'none in three')
})

t.test('the forms of a verb of four letters or more are one word in a name of several', async t => {
  t.ok(isMeant('sendingDate', 'sendDate'))
  t.notOk(isMeant('addingDate', 'addDate'))
  t.notOk(isMeant('sending', 'send'))
})

t.test('a name of up to 64 characters is compared, and as many as 200 names of an input', async t => {
  t.ok(isMeant('L'.repeat(64), 'l'.repeat(64)))
  t.notOk(isMeant('L'.repeat(65), 'l'.repeat(65)))
  const after = (others: number) => {
    const ordinary = Object.fromEntries(Array.from({ length: others }, (_, index) => [`other ${index} thing`, 1]))
    return fields.inspect({ ...ordinary, cached_tokens: 1 }).misspelt.length
  }
  t.strictSame([after(199), after(200)], [1, 0])
})

t.test('twenty names are named, the first ones', async t => {
  const properties = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`field${'abcdefghijklmnopqrstuvwxy'[index]}Wanted`, {}])
  )
  const many = new InputFields({ type: 'object', properties })
  const sent = Object.fromEntries(Object.keys(properties).map(name => [name.toLowerCase(), 1]))
  const named = many.inspect(sent).misspelt.map(({ field }) => field)
  t.strictSame(named, Object.keys(sent).slice(0, 20))
})

t.test(
  'a name that every object inherits is absent like another, and a schema of further members takes any',
  async t => {
    t.ok(isMeant('to_string', 'toString'))
    const open = { type: 'object', properties: { email: {} }, additionalProperties: { type: 'string' } }
    t.strictSame(new InputFields(open).inspect({ Email: 'x' }).misspelt, [])
    const closed = { type: 'object', properties: { email: {} }, additionalProperties: false }
    t.match(new InputFields(closed).inspect({ Email: 'x' }).misspelt, [{ meant: 'email' }])
  }
)

t.test('issues that were found before come first, and both places of a misspelt field name the other', async t => {
  const schema = {
    type: 'object',
    properties: { payee: { type: 'string' } },
    required: ['payee'],
    additionalProperties: false
  }
  const rules = { checkInput: compileInput(schema), fields: new InputFields(schema) }
  const early = { pointer: '#/early', detail: 'is bad', fix: 'Leave it out.' }
  const { issues } = checkedInput(rules, { Payee: 'Ada' }, [early])
  t.strictSame(issues[0], early)
  t.strictSame(
    issues
      .slice(1)
      .map(({ pointer }) => pointer)
      .toSorted(),
    ['#/Payee', '#/payee']
  )
  for (const { fix } of issues.slice(1)) t.match(fix, /Was "Payee" meant to be "payee"\?$/)
})

t.test('what is said of names stands in the detail, beside what the action said', async t => {
  const answer = { ok: true, summary: 'Done.', metrics: {}, detail: { id: 1, ignoredFields: 'of the action' } }
  t.equal(withNotes(answer, {}), answer)
  t.strictSame(withNotes(answer, { ignoredFields: ['x'] }), { ...answer, detail: { id: 1, ignoredFields: ['x'] } })
})
