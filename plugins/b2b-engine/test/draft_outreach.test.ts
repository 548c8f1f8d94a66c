import { testContext } from '@product-host/sdk/testing'
import { fnv1a } from '@product-host/toolkit/json'
import { fill } from '@product-host/toolkit/template'
import t from 'tap'
import { businessDay } from '../dist/actions/draft_outreach.js'
import product from '../dist/index.js'
import { asSentence } from '../dist/outreach/compose.js'
import { greetedName } from '../dist/outreach/names.js'
import { slugOf } from '../dist/records.js'

const full = {
  companyName: 'Acme Ltd',
  contactName: 'Dr Jane Smith',
  senderName: 'Sam Lee',
  senderCompany: 'Beta Works',
  offer: 'automated invoice matching',
  signals: 'opened email, hiring'
}

t.test('a sequence of three e-mails by default', async t => {
  const { run } = testContext(product)
  const { ok, summary, metrics, detail } = await run('draft_outreach', full)
  t.equal(ok, true)
  t.equal(summary, 'Drafted 3 emails to Acme Ltd opening on "hiring" (quality 80).')
  t.match(detail, { ready: true, missing: [], basedOn: { signal: 'hiring' }, engine: 'rules' })
  t.notOk('leadSlug' in detail.basedOn)
  t.strictSame(metrics, { messages: 3, words: 232, quality: 80, readingGrade: 3.7, questions: 3 })
  t.strictSame(
    detail.messages.map(({ step, sendOn, channel }) => ({ step, sendOn, channel })),
    [
      { step: 1, sendOn: '2026-01-01', channel: 'email' },
      { step: 2, sendOn: '2026-01-06', channel: 'email' },
      { step: 3, sendOn: '2026-01-12', channel: 'email' }
    ]
  )
  t.equal(detail.messages[0]?.subject, 'A note on hiring')
  t.equal(detail.messages[0]?.words, 62)
  t.strictSame(detail.messages[0]?.body.split('\n'), [
    'Hi Jane,',
    '',
    'I noticed that you are hiring. It usually adds work for you before it takes any away.',
    '',
    'What we do, in one line: automated invoice matching. Would you like to look at it together?',
    '',
    'Best regards,',
    'Sam Lee',
    'Beta Works',
    '',
    'If you would rather not get notes like this, reply "no thanks" and you will not hear from me again.'
  ])
})

t.test('the signal that speaks most for the lead is opened on, freshness counted', async t => {
  const { run } = testContext(product)
  const opensOn = async (signals: string) => {
    const { detail } = await run('draft_outreach', { companyName: 'Acme', signals })
    return detail.basedOn.signal
  }
  t.equal(await opensOn('opened email, requested demo, hiring'), 'requested demo')
  t.equal(await opensOn('requested demo 6 months ago, hiring last week'), 'hiring last week')
  t.equal(await opensOn('not evaluating, webinar'), 'webinar')
  t.equal(await opensOn('no budget, plays golf'), undefined)
})

t.test('without fields it writes for the lead that was scored last', async t => {
  const { run } = testContext(product)
  await run('score_lead', { companyName: 'Acme Ltd', signals: 'hiring' })
  await run('score_lead', { companyName: 'Globex', signals: 'referral, renewal this quarter' })
  const { detail } = await run('draft_outreach')
  t.match(detail, {
    ready: false,
    missing: ['contactName', 'senderName', 'offer'],
    basedOn: { signal: 'renewal this quarter', leadSlug: 'globex' }
  })
  t.match((await run('draft_outreach', { companyName: 'ACME Ltd' })).detail.basedOn, {
    signal: 'hiring',
    leadSlug: 'acme-ltd'
  })
})

t.test('without fields and without leads it writes a generic draft that is not ready, and stores nothing', async t => {
  const { run, storage } = testContext(product)
  const { ok, summary, detail } = await run('draft_outreach', {})
  t.equal(ok, true)
  t.equal(
    summary,
    'Drafted 3 emails without a signal to open on (quality 51). Still missing: Company, Contact, Sender, Offer, Signals.'
  )
  t.match(detail, {
    ready: false,
    missing: ['companyName', 'contactName', 'senderName', 'offer', 'signals'],
    basedOn: {}
  })
  t.notMatch(detail.messages[0]?.body ?? '', /\{|undefined/)
  t.strictSame(await storage.list(''), [])
})

t.test('signals of nobody in particular are not put down to the lead that was scored last', async t => {
  const { run } = testContext(product)
  await run('score_lead', { companyName: 'Acme Ltd', signals: 'hiring' })
  const { detail } = await run('draft_outreach', { signals: 'referral' })
  t.strictSame(detail.basedOn, { signal: 'referral' })
  t.ok(detail.missing.includes('companyName'))
})

t.test('who asked not to be contacted is not written to', async t => {
  const { run } = testContext(product)
  const refused = { ok: false, detail: { error: { code: 'do_not_contact', retryable: false } } }
  t.match(await run('draft_outreach', { companyName: 'Acme', signals: 'hiring, do not contact' }), {
    ...refused,
    summary: 'Acme asked not to be contacted, so nothing was drafted.'
  })
  await run('score_lead', { companyName: 'Globex', signals: 'hiring' })
  await run('score_lead', { companyName: 'Acme', signals: 'unsubscribed' })
  t.match(await run('draft_outreach', { companyName: 'Acme', signals: 'hiring' }), refused)
  t.match(await run('draft_outreach', {}), { ok: true, detail: { basedOn: { leadSlug: 'globex' } } })
})

t.test('proof and offer are used as they stand', async t => {
  const { run } = testContext(product)
  const proof = 'Globex closed its books in 4 days, not 9'
  const offer = 'We match invoices, line by line, for finance teams.'
  const { detail } = await run('draft_outreach', { ...full, proof, offer })
  t.ok(detail.messages[0]?.body.includes(offer))
  t.ok(detail.messages[2]?.body.includes(`${proof}.`))
  t.equal(detail.ready, true)
})

t.test('an offer that breaks a rule is reported and not changed, and the draft is not ready', async t => {
  const { run } = testContext(product)
  const { detail } = await run('draft_outreach', { ...full, offer: 'a risk-free trial, act now' })
  t.equal(detail.ready, false)
  t.match(
    detail.messages[0]?.lint.find(({ rule }) => rule === 'spam_phrases'),
    { level: 'fail', weight: 20, message: 'found "risk-free", "act now"' }
  )
})

t.test('a long offer is made room for', async t => {
  const { run } = testContext(product)
  const offer = 'checks of every invoice against the order and the delivery note '.repeat(4).trim()
  const { detail } = await run('draft_outreach', { ...full, offer, tone: 'warm' })
  t.ok(detail.messages[0]?.body.includes(offer))
  t.ok((detail.messages[0]?.words ?? 999) <= 125)
  t.strictSame(
    detail.messages[0]?.lint.filter(({ level }) => level === 'fail'),
    []
  )
})

t.test('notes on LinkedIn have a long and a short form, and no subject', async t => {
  const { run } = testContext(product)
  const { summary, detail } = await run('draft_outreach', { ...full, channel: 'linkedin', steps: 1 })
  t.equal(summary, 'Drafted 1 LinkedIn note to Acme Ltd opening on "hiring" (quality 76).')
  const [note] = detail.messages
  t.notOk(note && 'subject' in note)
  t.equal(
    note?.body,
    'Hi Jane,\nI noticed that you are hiring. It usually adds work for you before it takes any away. What we do, ' +
      'in one line: automated invoice matching. Would you like to look at it together?'
  )
  t.equal(
    note?.short,
    'Hi Jane,\nI noticed that you are hiring. It usually adds work for you before it takes any away. What we do, ' +
      'in one line: automated invoice matching. Would you like to look at it together?'
  )
})

t.test('names too long for a note are left out of it', async t => {
  const { run } = testContext(product)
  const { detail } = await run('draft_outreach', {
    companyName: 'C'.repeat(200),
    contactName: 'N'.repeat(120),
    contactRole: 'R'.repeat(120),
    offer: 'o'.repeat(300),
    proof: 'p'.repeat(200),
    signals: 'CTO',
    channel: 'linkedin',
    steps: 4
  })
  for (const { body, short = '' } of detail.messages)
    t.ok(body.length <= 300 && short.length <= 200 && short.length > 20)
})

t.test(
  'the choice between variants is the same for the same account and company, and differs between them',
  async t => {
    const first = testContext(product)
    const body = async (account: string, companyName: string) => {
      const { detail } = await first.as(account).run('draft_outreach', { companyName, signals: 'hiring', steps: 1 })
      return detail.messages[0]?.body.replaceAll(companyName, 'X')
    }
    t.equal(await body('one', 'Acme'), await body('one', 'Acme'))
    const bodies = new Set<string | undefined>()
    for (const account of ['one', 'two', 'three', 'four'])
      for (const company of ['Acme', 'Globex']) bodies.add(await body(account, company))
    t.ok(bodies.size >= 4, `${bodies.size} different first messages`)
  }
)

t.test('the five latest drafts of a company are stored, for 500 companies', async t => {
  const { run, storage, clock } = testContext(product)
  for (let count = 0; count < 7; count++) {
    await run('draft_outreach', { companyName: 'Acme', steps: 1 })
    clock.advance(1000)
  }
  const drafts = (await storage.get<{ at: string }[]>('draft:acme')) ?? []
  t.strictSame(
    drafts.map(({ at }) => at.slice(17, 19)),
    ['06', '05', '04', '03', '02']
  )
  for (let count = 0; count < 500; count++) await run('draft_outreach', { companyName: `Company ${count}`, steps: 1 })
  t.equal(await storage.get('draft:acme'), undefined)
  t.equal((await storage.list('draft:', { limit: 1000 })).length, 500)
})

t.test('another account’s leads are not written to', async t => {
  const first = testContext(product)
  await first.run('score_lead', { companyName: 'Acme', signals: 'hiring' })
  t.strictSame((await first.as('other').run('draft_outreach')).detail.basedOn, {})
})

t.test('messages go out on the working days 1, 4, 8 and 14', async t => {
  const { run } = testContext(product)
  const days = async (startDate: string) => {
    const { detail } = await run('draft_outreach', { companyName: 'Acme', steps: 4, startDate })
    return detail.messages.map(({ sendOn }) => sendOn)
  }
  t.strictSame(await days('2026-05-04'), ['2026-05-04', '2026-05-07', '2026-05-13', '2026-05-21'])
  t.strictSame(await days('2026-05-09'), ['2026-05-11', '2026-05-14', '2026-05-20', '2026-05-28'])
  t.equal(businessDay('2024-02-29', 2), '2024-03-01')
  t.equal(businessDay('9998-12-31', 1), '9998-12-31')
})

t.test('what cannot be drafted is refused, and nothing is stored', async t => {
  const { run, storage } = testContext(product)
  const refused = (input: Readonly<Record<string, unknown>>, issue: object) =>
    t.rejects(run('draft_outreach', input), { name: 'InvalidInput', issues: [issue] })
  await refused({ steps: 5 }, { pointer: '#/steps', code: 'maximum' })
  await refused({ tone: 'loud' }, { pointer: '#/tone', code: 'enum' })
  await refused({ channel: 'fax' }, { pointer: '#/channel', code: 'enum' })
  await refused({ offer: 'x'.repeat(301) }, { pointer: '#/offer', code: 'max_length' })
  await refused({ proof: 'x'.repeat(201) }, { pointer: '#/proof', code: 'max_length' })
  await refused({ contactName: ' ' }, { pointer: '#/contactName', code: 'pattern' })
  await refused({ startDate: '2026-02-30' }, { pointer: '#/startDate', code: 'format' })
  await refused({ startDate: '9999-12-31' }, { pointer: '#/startDate', code: 'maximum' })
  await refused({ signals: 'x'.repeat(201) }, { pointer: '#/signals', code: 'phrase_too_long' })
  t.strictSame(await storage.list(''), [])
})

t.test('texts of callers are never taken for places of a template', async t => {
  const { run } = testContext(product)
  const { detail } = await run('draft_outreach', { ...full, companyName: '{offer} $& $1', senderName: '$& {name}' })
  t.match(detail.messages[0]?.body, /\nBest regards,\n\$& \{name\}\n/)
  t.equal(fill('At {company}.', { company: 'Acme Inc.' }), 'At Acme Inc.')
  t.throws(() => fill('{nothing}', {}), /has no value for \{nothing\}/)
})

t.test('how a person is greeted', async t => {
  const names = {
    'Jane Smith': 'Jane',
    'Dr. Jane Smith': 'Jane',
    'Smith, Jane': 'Jane',
    'J. Smith': 'J. Smith',
    'Prof Dr Mia Wu': 'Mia',
    王小明: '王小明',
    Jane: 'Jane',
    'Jane Smith, PhD': 'Jane',
    'Smith, Jane, MBA': 'Jane',
    'Jane Smith Jr.': 'Jane',
    'jane smith': 'Jane',
    'JEAN-LUC O’NEILL': 'Jean-Luc',
    'William (Bill) Gates': 'William',
    'Hr. Müller': 'Hr. Müller',
    'Frau Dr. Weber': 'Dr. Weber',
    'Sra. María José García': 'María',
    'van der Berg': 'van der Berg',
    "Sinéad O'Brien": 'Sinéad',
    'Þór Ólafsson': 'Þór',
    'May Ling': 'May',
    'Nancy Sales': 'Nancy',
    'Ma Huateng': 'Ma'
  }
  for (const [name, greeted] of Object.entries(names)) t.equal(greetedName(name), greeted, name)
})

t.test('what is no name of a person greets nobody, and is missing', async t => {
  for (const name of [
    'N/A',
    'n.a.',
    '-',
    'unknown',
    'The Purchasing Team',
    'Sales Department',
    'Purchasing Manager',
    'HR',
    'PhD',
    'Dr.',
    'Abteilung Einkauf',
    '[First Name]',
    '%FIRSTNAME%',
    'jane@acme.com',
    'Contact 7'
  ]) {
    t.equal(greetedName(name), undefined, name)
    const { detail } = await testContext(product).run('draft_outreach', { ...full, contactName: name })
    t.match(detail.messages[0]?.body, /^Hello,\n/, name)
    t.match(detail, { ready: false, missing: ['contactName'] }, name)
  }
})

t.test('a place that a mail tool fills in is found in every field as it was sent', async t => {
  for (const field of ['offer', 'proof', 'senderName', 'senderCompany', 'contactName', 'contactRole', 'companyName'])
    for (const text of ['%FIRSTNAME% pricing', '[First Name]', '{{ first_name }}', '*|FNAME|* and', '«Name»', 'XXX']) {
      const { detail } = await testContext(product).run('draft_outreach', { ...full, [field]: text, steps: 1 })
      t.equal(detail.ready, false, `${field}: ${text}`)
      t.match(
        detail.messages[0]?.lint.find(({ rule }) => rule === 'placeholder'),
        { level: 'fail' },
        `${field}: ${text}`
      )
    }
})

t.test('names of companies as keys', async t => {
  t.equal(slugOf('Acme Ltd.'), 'acme-ltd')
  t.equal(slugOf('  Café Zürich & Söhne  '), 'cafe-zurich-sohne')
  t.match(slugOf(`${'a'.repeat(63)} b`), /^a{51}-[0-9a-f]{12}$/)
  t.match(slugOf('株式会社'), /^name-[a-z0-9]+$/)
  t.not(slugOf('株式会社'), slugOf('有限会社'))
})

t.test('the test vectors of FNV-1a', async t => {
  t.equal(fnv1a(''), 0x811c9dc5)
  t.equal(fnv1a('a'), 0xe40c292c)
  t.equal(fnv1a('foobar'), 0xbf9cf968)
})

t.test('a text becomes a sentence by a full stop, where it has none', async t => {
  t.equal(asSentence('we match invoices'), 'we match invoices.')
  t.equal(asSentence('We match invoices.'), 'We match invoices.')
  t.equal(asSentence('"We match."'), '"We match."')
})
