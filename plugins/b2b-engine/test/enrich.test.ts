import { EgressError, type EgressRecords } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

const records: Readonly<Record<string, unknown>> = {
  'MX acme.co.uk': [
    { priority: 20, exchange: 'alt1.aspmx.l.google.com.' },
    { priority: 10, exchange: 'aspmx.l.google.com.' }
  ],
  'TXT acme.co.uk': ['v=spf1 include:_spf.google.com include:_spf.salesforce.com ~all'],
  'TXT _dmarc.acme.co.uk': ['v=DMARC1; p=reject'],
  'MX null.com': [{ priority: 0, exchange: '.' }]
}

/** A context whose name servers know these records and nothing else; every question is written down. */
function withDns(known: Readonly<Record<string, unknown>> = records) {
  const asked: string[] = []
  const context = testContext(product, {
    egress: {
      resolve(name, kind) {
        asked.push(`${kind} ${name}`)
        return (known[`${kind} ${name}`] ?? []) as EgressRecords[typeof kind]
      }
    }
  })
  return { ...context, asked }
}

t.test('a business address', async t => {
  const { run } = testContext(product)
  const { summary, metrics, detail } = await run('enrich', { email: 'Jane.Smith@Acme.co.uk' })
  t.equal(summary, 'Jane.Smith@acme.co.uk is a business address at acme.co.uk (United Kingdom), quality 100.')
  t.strictSame(metrics, { subjects: 1, quality: 100, business: 1, free: 0, disposable: 0, lookups: 0 })
  t.strictSame(detail, {
    offline: true,
    subjects: [
      {
        input: 'Jane.Smith@Acme.co.uk',
        email: {
          address: 'Jane.Smith@acme.co.uk',
          class: 'business',
          canonical: 'jane.smith@acme.co.uk',
          isRole: false
        },
        domain: {
          name: 'acme.co.uk',
          host: 'acme.co.uk',
          suffix: 'co.uk',
          hasPrivateSuffix: false,
          tld: 'uk',
          type: 'business',
          country: 'United Kingdom',
          isReserved: false,
          website: 'https://acme.co.uk'
        },
        company: { name: 'Acme', source: 'name of the domain', confidence: 0.5 },
        person: { name: 'Jane Smith', source: 'form of the local part (first.last)', confidence: 0.9 },
        flags: [],
        quality: 100,
        evidence: [
          { claim: 'the mail box is business', source: 'on no list of free or disposable domains', confidence: 0.7 },
          { claim: 'the person may be Jane Smith', source: 'form of the local part (first.last)', confidence: 0.9 },
          { claim: 'the country is United Kingdom', source: 'country ending .uk', confidence: 0.8 },
          { claim: 'the company may be called Acme', source: 'name of the domain', confidence: 0.5 }
        ]
      }
    ]
  })
})

t.test('with dns the mail provider and its tools are known, and every claim has its source', async t => {
  const { run, asked } = withDns()
  const { summary, metrics, detail } = await run('enrich', { email: 'jane.smith@acme.co.uk', dns: true })
  t.equal(
    summary,
    'jane.smith@acme.co.uk is a business address at acme.co.uk (United Kingdom, Google Workspace), quality 100.'
  )
  t.strictSame(asked, ['MX acme.co.uk', 'TXT acme.co.uk', 'TXT _dmarc.acme.co.uk'])
  t.equal(metrics.lookups, 3)
  t.equal(detail.offline, false)
  const [subject] = detail.subjects
  t.strictSame(subject?.dns, {
    checked: true,
    mx: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
    provider: 'Google Workspace',
    spf: 'v=spf1 include:_spf.google.com include:_spf.salesforce.com ~all',
    tools: ['Salesforce'],
    dmarc: 'reject'
  })
  t.match(subject?.evidence.slice(-3), [
    { claim: 'mail is kept at Google Workspace', source: 'MX record', confidence: 0.95 },
    { claim: 'Salesforce may send for the domain', source: 'SPF record', confidence: 0.85 },
    { claim: 'the DMARC policy is reject', source: 'DMARC record', confidence: 1 }
  ])
})

t.test('answers are stored for seven days, for each account', async t => {
  const { run, asked, clock, as } = withDns()
  const ask = () => run('enrich', { domain: 'www.acme.co.uk', dns: true })
  await ask()
  t.equal((await ask()).metrics.lookups, 0)
  t.equal((await ask()).detail.subjects[0]?.dns?.provider, 'Google Workspace')
  t.equal(asked.length, 3)
  clock.advance(7 * 24 * 60 * 60 * 1000)
  t.equal((await ask()).metrics.lookups, 3)
  t.equal((await as('other').run('enrich', { domain: 'acme.co.uk', dns: true })).metrics.lookups, 3)
})

t.test('DMARC is inherited from the part that was registered', async t => {
  const { run, asked } = withDns({ ...records, 'MX mail.acme.co.uk': [{ priority: 1, exchange: 'mail.acme.co.uk' }] })
  const { metrics, detail } = await run('enrich', { email: 'jane@mail.acme.co.uk', dns: true })
  t.equal(detail.subjects[0]?.dns?.dmarc, 'reject')
  t.equal(metrics.lookups, 4)
  t.equal(asked.at(-1), 'TXT _dmarc.acme.co.uk')
})

t.test('a domain without a mail server, and one that refuses mail, cannot receive', async t => {
  const { run } = withDns()
  const { detail } = await run('enrich', { email: 'jane@silent.com', dns: true })
  t.match(detail.subjects[0], { flags: ['no_mx'], quality: 40 })
  const refusing = await run('enrich', { domain: 'null.com', dns: true })
  t.match(refusing.detail.subjects[0], { flags: ['refuses_mail'], quality: 40, dns: { mx: [] } })
})

t.test('where name servers cannot be reached that is a flag and no failure, and nothing is stored', async t => {
  const { run, storage } = testContext(product)
  const { ok, detail, metrics } = await run('enrich', { email: 'jane@acme.co.uk', dns: true })
  t.equal(ok, true)
  t.match(detail.subjects[0], { flags: ['dns_unavailable'], quality: 100, dns: { checked: false, mx: [], tools: [] } })
  t.equal(metrics.lookups, 3)
  t.strictSame(await storage.list(''), [])
})

t.test(
  'what could be asked is used when only one question fails; a name that does not exist has no records',
  async t => {
    const partly = testContext(product, {
      egress: {
        resolve(name, kind) {
          if (kind === 'TXT') throw new EgressError('timeout', 'No answer in time.')
          return (records[`MX ${name}`] ?? []) as EgressRecords[typeof kind]
        }
      }
    })
    t.match((await partly.run('enrich', { domain: 'acme.co.uk', dns: true })).detail.subjects[0], {
      flags: ['dns_unavailable'],
      dns: { checked: false, provider: 'Google Workspace' }
    })
    const nowhere = testContext(product, {
      egress: {
        resolve() {
          throw new EgressError('dns_not_found', 'There is no such name.')
        }
      }
    })
    t.match((await nowhere.run('enrich', { domain: 'gone.com', dns: true })).detail.subjects[0], {
      flags: ['no_mx'],
      dns: { checked: true }
    })
  }
)

t.test('an error that is not an EgressError is not hidden', async t => {
  const { run } = testContext(product, {
    egress: {
      resolve() {
        throw new TypeError('a bug')
      }
    }
  })
  await t.rejects(run('enrich', { domain: 'acme.com', dns: true }), { name: 'TypeError' })
})

t.test('no name server is queried for what cannot exist', async t => {
  const { run, asked } = withDns()
  for (const input of [
    { email: 'jane' },
    { email: 'jane@example.com' },
    { domain: 'acme.test' },
    { companyName: 'Acme' }
  ])
    t.equal((await run('enrich', { ...input, dns: true })).metrics.lookups, 0)
  t.strictSame(asked, [])
})

t.test('quality is 100 less what speaks against an address', async t => {
  const { run } = testContext(product)
  const quality = async (input: Readonly<Record<string, unknown>>) => {
    const [subject] = (await run('enrich', input)).detail.subjects
    return `${subject?.quality} ${subject?.flags.join(' ')}`.trim()
  }
  t.equal(await quality({ email: 'jane@acme.com' }), '100')
  t.equal(await quality({ email: 'info@acme.com' }), '80 role')
  t.equal(await quality({ email: 'jane@gmail.com' }), '80 free')
  t.equal(await quality({ email: 'info@gmail.com' }), '60 free role')
  t.equal(await quality({ email: 'jane@mailinator.com' }), '30 disposable')
  t.equal(await quality({ email: 'jane@gmail.con' }), '60 typo')
  t.equal(await quality({ email: 'jane@example.com' }), '40 reserved_domain')
  t.equal(await quality({ email: 'jane@acme.zzz' }), '40 unknown_tld')
  t.equal(await quality({ domain: 'co.uk' }), '40 public_suffix')
  t.equal(await quality({ email: 'jane at acme' }), '0 invalid_email')
  t.equal(await quality({ email: 'jane@gmail.com', domain: 'acme.com' }), '80 free domain_mismatch')
  t.equal(await quality({ companyName: 'Acme' }), 'undefined no_address')
})

t.test('an address of a role, or behind a relay, belongs to nobody in particular', async t => {
  const { run } = testContext(product)
  const role = (await run('enrich', { email: 'kontakt@nordwind.de' })).detail.subjects[0]
  t.match(role, { email: { isRole: true }, flags: ['role'], quality: 80 })
  t.notOk(role && 'person' in role)
  const { summary, detail } = await run('enrich', { email: 'jane.smith@duck.com' })
  t.equal(
    summary,
    'jane.smith@duck.com is an address at duck.com, which forwards mail to an address that it hides, quality 80.'
  )
  t.match(detail.subjects[0], { email: { class: 'free' }, flags: ['free', 'relay'], quality: 80 })
  t.notOk(detail.subjects[0] && 'person' in detail.subjects[0])
})

t.test('an address that is not valid is an answer, with what was probably meant', async t => {
  const { run } = testContext(product)
  const { ok, summary, detail } = await run('enrich', { email: 'bob@acme.co.k' })
  t.equal(ok, true)
  t.equal(summary, '"bob@acme.co.k" is not a valid e-mail address, probably meant to be bob@acme.co.uk, quality 0.')
  t.match(detail.subjects[0]?.email, { class: 'invalid', suggestion: 'bob@acme.co.uk' })
})

t.test('summaries of domains, companies and several leads', async t => {
  const { run } = testContext(product)
  const summary = async (input: Readonly<Record<string, unknown>>) => (await run('enrich', input)).summary
  t.equal(
    await summary({ url: 'https://www.acme-widgets.de/about' }),
    'acme-widgets.de is a business domain (Germany), quality 100.'
  )
  t.equal(await summary({ domain: 'gmail.com' }), 'gmail.com is a provider of free addresses, quality 80.')
  t.equal(
    await summary({ email: 'jane@example.com' }),
    'jane@example.com is an address at example.com, which is reserved and takes no mail, quality 40.'
  )
  t.equal(
    await summary({ domain: 'co.uk' }),
    'co.uk is a name, which is an ending and nobody’s domain (United Kingdom), quality 40.'
  )
  t.equal(
    await summary({ companyName: 'Acme' }),
    'Nothing is known of Acme but its name: send an e-mail address or a domain.'
  )
  t.equal(
    await summary({ email: 'jane@gmail.com', domain: 'acme.com' }),
    'jane@gmail.com is a free address, not at acme.com, quality 80.'
  )
})

t.test('without fields it enriches the five leads that were scored last', async t => {
  const { run } = testContext(product)
  const empty = await run('enrich')
  t.match(empty, {
    ok: true,
    summary: 'No lead is kept yet, so there is nothing to enrich.',
    detail: { subjects: [], offline: true }
  })
  t.strictSame(empty.metrics, { subjects: 0, business: 0, free: 0, disposable: 0, lookups: 0 })
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    await run('score_lead', {
      companyName: name,
      signals: '',
      ...(name === 'six' ? {} : { email: `jane@${name}.com` })
    })
  const { summary, metrics, detail } = await run('enrich', {})
  t.strictSame(
    detail.subjects.map(({ input }) => input),
    ['six', 'jane@five.com', 'jane@four.com', 'jane@three.com', 'jane@two.com']
  )
  t.equal(summary, 'Enriched 5 leads: 1 known by name alone, 4 business.')
  t.match(metrics, { subjects: 5, business: 4, quality: 100 })
})

t.test('a company that was scored is known by its name', async t => {
  const { run } = testContext(product)
  await run('score_lead', { companyName: 'Acme Ltd', signals: '', domain: 'acme.co.uk' })
  const [subject] = (await run('enrich', { companyName: 'ACME Ltd' })).detail.subjects
  t.match(subject, { domain: { name: 'acme.co.uk' }, company: { name: 'ACME Ltd', source: 'given' } })
})

t.test('another account’s leads are not seen', async t => {
  const first = testContext(product)
  await first.run('score_lead', { companyName: 'Acme', signals: '' })
  t.equal((await first.as('other').run('enrich')).metrics.subjects, 0)
})

t.test('what is no domain and no address of a website is refused', async t => {
  const { run } = testContext(product)
  const refused = (input: Readonly<Record<string, unknown>>, ...issues: readonly object[]) =>
    t.rejects(run('enrich', input), { name: 'InvalidInput', issues })
  await refused({ domain: 'acme dot com' }, { pointer: '#/domain', code: 'format' })
  await refused({ url: 'https://192.168.0.1/' }, { pointer: '#/url', code: 'format' })
  await refused({ url: 'not a url' }, { pointer: '#/url', code: 'format' })
  await refused({ email: `${'a'.repeat(500)}@x.com` }, { pointer: '#/email', code: 'max_length' })
  await refused({ dns: 'yes' }, { pointer: '#/dns', code: 'type' })
})

t.test('only with dns does anything leave the machine', async t => {
  const { enrich } = product.actions
  t.equal(enrich.effectOf?.({ dns: false }), 'read')
  t.equal(enrich.effectOf?.({ dns: true }), 'external')
})

t.test('no two facts of a result have the same title', t => {
  const { items } = product.actions.enrich.detail.properties.subjects
  const { company, person, email, domain, dns, quality, flags } = items.properties
  const facts = [
    quality,
    company.properties.name,
    person.properties.name,
    email.properties.class,
    domain.properties.type,
    domain.properties.country,
    dns.properties.provider,
    flags
  ]
  t.strictSame(
    facts.map(fact => 'title' in fact && fact.title),
    [
      'Quality',
      'Company',
      'Person',
      'Class of the address',
      'Class of the domain',
      'Country',
      'Mail provider',
      'Warnings'
    ]
  )
  t.end()
})
