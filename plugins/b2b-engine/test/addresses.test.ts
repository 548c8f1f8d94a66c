import { readDomain } from '@product-host/toolkit/addresses'
import t from 'tap'
import { classOf, countryName, editDistance, readEmail, suggestionFor } from '../dist/addresses/address.js'
import { guessName } from '../dist/addresses/describe.js'
import { readMailSetup } from '../dist/addresses/mail-records.js'

function classOfHost(host: string): string | undefined {
  const domain = readDomain(host)
  return domain && classOf(domain).class
}

t.test('disposable domains are found by host and by the part that was registered', async t => {
  t.equal(classOfHost('mailinator.com'), 'disposable')
  t.equal(classOfHost('sub.mailinator.com'), 'disposable')
  t.equal(classOfHost('mailinator.com.acme.co.uk'), 'business')
})

t.test('disposable goes before free, although the list of free providers holds both', async t => {
  t.equal(classOfHost('yopmail.com'), 'disposable')
  t.equal(classOfHost('guerrillamail.com'), 'disposable')
})

t.test('what lists have wrong is put right', async t => {
  for (const host of ['facebook.com', 'go.com', 'example.com', 'virgin.net', 'google.com', 'acme.com'])
    t.equal(classOfHost(host), 'business', host)
  for (const host of [
    'fastmail.com',
    'tutanota.com',
    'gmail.com',
    'outlook.com',
    'hotmail.co.uk',
    '21cn.com',
    'sify.com'
  ])
    t.equal(classOfHost(host), 'free', host)
  t.equal(classOfHost('nus.edu.sg'), 'education')
})

t.test('schools and public bodies are known by their endings', async t => {
  for (const host of ['mit.edu', 'cs.ox.ac.uk', 'u-tokyo.ac.jp', 'uni.edu.au'])
    t.equal(classOfHost(host), 'education', host)
  for (const host of ['whitehouse.gov', 'hmrc.gov.uk', 'navy.mil', 'nhs.net', 'trust.nhs.uk', 'interieur.gouv.fr'])
    t.equal(classOfHost(host), 'government', host)
  for (const host of ['education.com', 'government.io', 'mynhs.net', 'edu.com'])
    t.equal(classOfHost(host), 'business', host)
})

t.test('a country has its English name, and endings that are sold worldwide say nothing of one', async t => {
  const country = (host: string) => {
    const domain = readDomain(host)
    return domain && countryName(domain)
  }
  t.strictSame(['acme.co.uk', 'acme.com.br', 'почта.рф', 'acme.io', 'acme.com'].map(country), [
    'United Kingdom',
    'Brazil',
    'Russia',
    undefined,
    undefined
  ])
})

t.test('an address is read with what stands around it, and has the identity of its mailbox', async t => {
  t.match(readEmail('Jane Smith <Jane.Smith+news@Googlemail.com>'), {
    address: 'Jane.Smith+news@googlemail.com',
    canonical: 'janesmith@gmail.com',
    tag: 'news',
    cleaned: ['display_name'],
    domain: { name: 'googlemail.com' }
  })
  t.equal(readEmail('jane@me.com')?.canonical, 'jane@icloud.com')
  for (const text of ['jane', 'jane@acme', 'jane doe@acme.com', 'jane@acme.com, bob@acme.com'])
    t.equal(readEmail(text), undefined, text)
})

t.test('roles are distinguished from people', async t => {
  for (const local of ['info', 'Sales', 'no-reply', 'no.reply', 'support.uk', 'sales+2026'])
    t.equal(readEmail(`${local}@acme.com`)?.isRole, true, local)
  for (const local of ['jane', 'steve.jobs', 'informatics', 'jane.sales', 'salesman'])
    t.equal(readEmail(`${local}@acme.com`)?.isRole, false, local)
})

t.test('roles are known in ten languages', async t => {
  const roles = {
    en: ['sales', 'enquiries', 'accounts'],
    de: ['kontakt', 'vertrieb', 'geschäftsführung', 'buchhaltung'],
    fr: ['accueil', 'comptabilité', 'service.client', 'rh'],
    es: ['ventas', 'atencion-al-cliente', 'administración'],
    it: ['amministrazione', 'ufficio.stampa', 'preventivi'],
    pt: ['vendas', 'orçamentos', 'diretoria'],
    nl: ['verkoop', 'klantenservice', 'boekhouding'],
    pl: ['biuro', 'sprzedaż', 'księgowość', 'obsługa.klienta'],
    sv: ['försäljning', 'kundtjänst', 'växel'],
    da: ['bogholderi', 'salg', 'økonomi', 'hjælp']
  }
  for (const local of Object.values(roles).flat()) {
    t.equal(readEmail(`${local}@acme.com`)?.isRole, true, local)
    t.equal(readEmail(`${local}2@acme.com`)?.isRole, true, `${local}2`)
  }
})

t.test('no name is made of initials or of a role', async t => {
  for (const local of [
    'jsmith',
    'j.smith',
    'smithj',
    'jp.smith',
    'jrr.tolkien',
    'kontakt',
    'kontakt.berlin',
    'vertrieb_nord'
  ])
    t.equal(guessName(local), undefined, local)
})

t.test('universities are known by list and by form where the ending does not say so', async t => {
  const classes = {
    'ox.ac.uk': 'education',
    'mit.edu': 'education',
    'uni-heidelberg.de': 'education',
    'stud.uni-heidelberg.de': 'education',
    'ethz.ch': 'education',
    'univ-lyon1.fr': 'education',
    'unican.es': 'education',
    'uio.no': 'education',
    'kth.se': 'education',
    'unisys.com': 'business',
    'university-catering.com': 'business'
  }
  for (const [host, name] of Object.entries(classes)) {
    const domain = readDomain(host)
    t.equal(domain && classOf(domain).class, name, host)
  }
})

t.test('relays of mail are free mail boxes, whatever the lists say', async t => {
  for (const host of [
    'privaterelay.appleid.com',
    'duck.com',
    'mozmail.com',
    'aleeas.com',
    'passmail.net',
    '33mail.com',
    'jane.anonaddy.com'
  ]) {
    const domain = readDomain(host)
    t.match(domain && classOf(domain), { class: 'free', source: 'list of mail relays' }, host)
  }
})

t.test('slips of the hand are seen', async t => {
  const slips = {
    'gmial.com': 'gmail.com',
    'gamil.com': 'gmail.com',
    'gmail.con': 'gmail.com',
    'gmial.con': 'gmail.com',
    'gmail.cm': 'gmail.com',
    'hotmial.co.uk': 'hotmail.co.uk',
    'hotmaill.con': 'hotmail.com',
    'outlok.com': 'outlook.com',
    'yahooo.com': 'yahoo.com',
    'acme.cmo': 'acme.com',
    'acme.co.k': 'acme.co.uk'
  }
  for (const [host, meant] of Object.entries(slips)) t.equal(suggestionFor(host), meant, host)
})

t.test('good domains that look like others are left alone', async t => {
  const good = [
    'gmail.com',
    'ymail.com',
    'mail.com',
    'small.com',
    'aon.com',
    'he.com',
    'docmail.co.uk',
    'yahoo.fr',
    'gmx.net',
    'acme.com',
    'live.ca'
  ]
  for (const host of good) t.equal(suggestionFor(host), undefined, host)
})

t.test('the distance of Damerau and Levenshtein', async t => {
  t.equal(editDistance('gmail', 'gmial'), 1)
  t.equal(editDistance('gmail', 'gmal'), 1)
  t.equal(editDistance('gmail', 'gnaill'), 2)
  t.equal(editDistance('', 'ab'), 2)
  t.equal(editDistance('abc', 'abc'), 0)
})

t.test('names are guessed from the form of the local part', async t => {
  t.strictSame(guessName('jane.smith'), { name: 'Jane Smith', pattern: 'first.last', confidence: 0.9 })
  t.strictSame(guessName("anne-marie_o'neil"), { name: "Anne-Marie O'Neil", pattern: 'first_last', confidence: 0.8 })
  t.strictSame(guessName('jane'), { name: 'Jane', pattern: 'first', confidence: 0.6 })
  for (const local of ['jane.smith2', 'x7', 'uk.sales', 'abcd', '123']) t.equal(guessName(local), undefined, local)
})

t.test('mail providers are read from MX records', async t => {
  const providers = {
    'aspmx.l.google.com': 'Google Workspace',
    'acme-com.mail.protection.outlook.com.': 'Microsoft 365',
    'mx.zoho.eu': 'Zoho Mail',
    'mail.protonmail.ch': 'Proton Mail',
    'in1-smtp.messagingengine.com': 'Fastmail',
    'inbound-smtp.eu-west-1.amazonaws.com': 'Amazon SES',
    'smtp.secureserver.net': 'GoDaddy',
    'mx00.ionos.co.uk': 'IONOS',
    'mx1.mail.ovh.net': 'OVHcloud'
  }
  for (const [exchange, provider] of Object.entries(providers))
    t.equal(readMailSetup({ mx: [exchange] }).provider, provider, exchange)
  t.equal(readMailSetup({ mx: ['mail.notgoogle.com'] }).provider, undefined)
})

t.test('behind a gateway SPF shows the provider', async t => {
  const setup = readMailSetup({
    mx: ['eu-smtp-inbound-1.mimecast.com'],
    txt: [
      'site=1',
      'v=spf1 include:spf.protection.outlook.com include:servers.mcsv.net include:12.spf01.hubspotemail.net ~all'
    ],
    dmarc: ['v=DMARC1; p=Quarantine; rua=mailto:x@acme.com']
  })
  t.match(setup, {
    gateway: 'Mimecast',
    provider: 'Microsoft 365',
    isProviderFromSpf: true,
    tools: ['HubSpot', 'Mailchimp'],
    dmarc: 'quarantine',
    canReceive: true,
    isComplete: true
  })
  t.match(readMailSetup({ mx: ['mx1.acme.pphosted.com'], txt: [] }), { gateway: 'Proofpoint', provider: undefined })
})

t.test('no MX, a null MX and an unanswered question are three things', async t => {
  t.match(readMailSetup({ mx: [] }), { canReceive: false, refusesMail: false })
  t.match(readMailSetup({ mx: ['.'] }), { canReceive: false, refusesMail: true, mx: [] })
  t.match(readMailSetup({ txt: [] }), { canReceive: undefined, isComplete: false })
})
