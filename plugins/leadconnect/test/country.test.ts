import { testContext } from '@product-host/sdk/testing'
import { genericEndings } from '@product-host/toolkit/addresses'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { countryCode, countryOfDomain, evaluate } from '../dist/routing/conditions.js'
import table from '../dist/routing/countries.json' with { type: 'json' }

t.test('a country is known by its codes and by its names', async t => {
  const said = {
    GB: [
      'GB',
      'gb',
      'UK',
      'uk',
      ' U.K. ',
      'GBR',
      'United Kingdom',
      'great britain',
      'England',
      'Vereinigtes Königreich'
    ],
    US: ['USA', 'u.s.a.', 'United States of America', 'États-Unis', 'EE. UU.'],
    DE: ['Deutschland', 'Allemagne', 'deu'],
    TT: ['Trinidad and Tobago', 'Trinidad & Tobago'],
    LC: ['St. Lucia', 'Saint Lucia'],
    CI: ['Ivory Coast', 'Côte d’Ivoire', "cote d'ivoire"],
    IO: ['IO']
  }
  for (const [code, names] of Object.entries(said)) for (const name of names) t.equal(countryCode(name), code, name)
  for (const name of ['', '?', 'Europe', 'ZZ', 'EU', '__proto__', 'constructor'])
    t.equal(countryCode(name), undefined, name)
})

t.test('no name in the table means two countries', async t => {
  const owners = new Map<string, string>()
  for (const [code, { alpha3, names }] of Object.entries(table.countries))
    for (const name of [code, alpha3, ...names]) {
      t.equal(countryCode(name), code, name)
      t.equal(owners.get(name) ?? code, code, name)
      owners.set(name, code)
    }
  t.equal(Object.keys(table.countries).length, 250)
})

t.test('the ending of a domain is its country, unless it is used worldwide', async t => {
  const domains = {
    'acme.co.uk': 'GB',
    'acme.UK': 'GB',
    'acme.de': 'DE',
    'service.gov': 'US',
    'xn--e1afmkfd.xn--p1ai': 'RU',
    'acme.com': undefined,
    'acme.eu': undefined,
    'acme.zz': undefined,
    acme: undefined
  }
  for (const [domain, country] of Object.entries(domains)) t.equal(countryOfDomain(domain), country, domain)
  for (const ending of ['io', 'co', 'ai', 'me', 'tv', ...genericEndings])
    t.equal(countryOfDomain(`acme.${ending}`), undefined, ending)
})

t.test('a rule names a country in any way, in the short form and in JSON Logic', async t => {
  const facts = { country: 'GB', domain: { country: 'IE' }, fields: { country: 'UK' } }
  const holds = (when: string | object) =>
    evaluate(typeof when === 'string' ? when : JSON.stringify(when), facts).matched
  const country = { var: 'country' }
  const matching = [
    'country=GB',
    'country=uk',
    'country = United Kingdom',
    'country!=DE',
    'domain.country=Ireland',
    'fields.country=uk',
    { '==': [country, 'UK'] },
    { '==': ['gbr', country] },
    { '==': [{ var: ['country', 'DE'] }, 'uk'] },
    { in: [country, ['DE', 'uk']] },
    { and: [{ '==': [{ var: 'domain.country' }, 'irl'] }, { '!=': [country, 'France'] }] }
  ]
  for (const when of matching) t.equal(holds(when), true, JSON.stringify(when))
  const failing = [
    'country=IE',
    'country!=uk',
    'fields.country=GB',
    { '!=': [country, 'uk'] },
    { in: [country, ['DE', 'IE']] },
    { '==': [{ var: 'fields.country' }, 'GB'] }
  ]
  for (const when of failing) t.equal(holds(when), false, JSON.stringify(when))
})

/** The rule that gives a lead away where British leads go to Priya. */
async function ruleFor(email: string, input: object = {}, when = 'country=GB') {
  const settings = { 'rule.1.when': when, 'rule.1.to': 'owner:priya' }
  const { run } = testContext(leadconnect, { settings })
  return (await run('route', { email, dryRun: true, ...input })).detail.routed[0]?.rule
}

t.test('a British lead is one by its domain, its payload or an attribute', async t => {
  t.equal(await ruleFor('jane@acme.co.uk'), 'rule.1')
  t.equal(await ruleFor('jane@acme.co.uk', {}, 'country=UK'), 'rule.1')
  t.equal(await ruleFor('jane@acme.co.uk', {}, '{"==":[{"var":"domain.country"},"GB"]}'), 'rule.1')
  for (const country of ['GB', 'uk', 'United Kingdom', 'Scotland']) {
    t.equal(await ruleFor('jane@acme.com', { payload: JSON.stringify({ country }) }), 'rule.1', country)
    t.equal(await ruleFor('jane@acme.de', { attributes: { country } }), 'rule.1', country)
  }
  t.equal(await ruleFor('jane@acme.co.uk', { payload: '{"country":""}' }), 'rule.1', 'an empty field says nothing')
})

t.test('what is said goes before the domain, and a worldwide ending is no country', async t => {
  t.equal(await ruleFor('jane@acme.co.uk', { payload: '{"country":"Ireland"}' }), 'fallback')
  t.equal(await ruleFor('jane@acme.io', {}, 'country=IO'), 'fallback')
  t.equal(await ruleFor('jane@acme.co', {}, 'country=Colombia'), 'fallback')
  t.equal(await ruleFor('jane@acme.com'), 'fallback')
})

t.test('what enrich says of a domain is a code in the facts', async t => {
  const enriching = (name: string, country: string) => ({
    describe: () => JSON.parse('[{"slug":"b2b-engine","actions":[{"name":"enrich"}]}]'),
    execute: async () => ({
      ok: true,
      summary: '',
      metrics: {},
      detail: { subjects: [{ email: { class: 'business' }, domain: { name, country } }] }
    })
  })
  const ruleOf = async (name: string, country: string) => {
    const settings = { 'rule.1.when': 'domain.country=GB', 'rule.1.to': 'owner:priya' }
    const { run } = testContext(leadconnect, { settings, products: enriching(name, country) })
    return (await run('route', { email: `jane@${name}`, dryRun: true })).detail.routed[0]?.rule
  }
  t.equal(await ruleOf('acme.com', 'United Kingdom'), 'rule.1')
  t.equal(await ruleOf('acme.io', 'United Kingdom'), 'fallback')
})
