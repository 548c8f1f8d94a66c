import t from 'tap'
import { mailboxKind, organisationOf, readAddress, readDomain } from '../dist/addresses.js'

function organisation(host: string): string | undefined {
  return organisationOf(readDomain(host))
}

t.test('a domain by its parts', async t => {
  t.strictSame(readDomain('Mail.Shop.Acme.co.uk.'), {
    host: 'mail.shop.acme.co.uk',
    name: 'acme.co.uk',
    subdomain: 'mail.shop',
    suffix: 'co.uk',
    hasPrivateSuffix: false,
    tld: 'uk',
    status: 'ordinary',
    country: 'GB'
  })
  t.match(readDomain('münchen.de'), { host: 'xn--mnchen-3ya.de', unicode: 'münchen.de', country: 'DE' })
  t.match(readDomain('ПОЧТА.РФ'), { host: 'xn--80a1acny.xn--p1ai', unicode: 'почта.рф', country: 'RU' })
  for (const text of ['acme', '', 'a_b.com', '192.168.1.1', 'acme.com/x', 'acme..com'])
    t.equal(readDomain(text), undefined, text)
})

t.test('below a shared ending, the label before it is the owner', async t => {
  const owners = {
    'a.onmicrosoft.com': 'a.onmicrosoft.com',
    'b.onmicrosoft.com': 'b.onmicrosoft.com',
    'a.mail.onmicrosoft.com': 'a.onmicrosoft.com',
    'x.y.a.onmicrosoft.com': 'a.onmicrosoft.com',
    'onmicrosoft.com': 'onmicrosoft.com',
    'jane.github.io': 'jane.github.io',
    'github.io': 'github.io',
    'shop.herokuapp.com': 'shop.herokuapp.com',
    'help.acme.zendesk.com': 'acme.zendesk.com',
    'acme.my.salesforce.com': 'acme.my.salesforce.com',
    'acme.com.test-google-a.com': 'acme.com',
    'mail.acme.uk.com': 'acme.uk.com',
    'mail.acme.com': 'acme.com',
    'acme.com.br': 'acme.com.br',
    'acme.xn--p1ai': 'acme.xn--p1ai'
  }
  for (const [host, owner] of Object.entries(owners)) t.equal(organisation(host), owner, host)
  t.match(readDomain('x.a.onmicrosoft.com'), { suffix: 'onmicrosoft.com', subdomain: 'x', hasPrivateSuffix: true })
})

t.test('an ending is nobody’s', async t => {
  t.equal(organisation('co.uk'), undefined)
  t.equal(readDomain('co.uk')?.status, 'public_suffix')
  t.equal(readDomain('acme.test')?.status, 'reserved')
  t.equal(readDomain('example.org')?.status, 'reserved')
  t.equal(readDomain('acme.zzz')?.status, 'unknown_tld')
})

t.test('mail boxes of people say nothing of an organisation', async t => {
  const kinds = {
    'gmail.com': 'free',
    'jane.fastmail.com': 'free',
    'outlook.com': 'free',
    'mailinator.com': 'disposable',
    'sub.mailinator.com': 'disposable',
    'yopmail.com': 'disposable',
    'privaterelay.appleid.com': 'relay',
    'duck.com': 'relay',
    'google.com': 'own',
    'facebook.com': 'own',
    'acme.com': 'own',
    'mailinator.com.acme.co.uk': 'own'
  } as const
  for (const [host, kind] of Object.entries(kinds)) {
    const domain = readDomain(host)
    t.equal(domain && mailboxKind(domain), kind, host)
    t.equal(organisation(host) === undefined, kind !== 'own', host)
  }
})

t.test('endings that are sold worldwide say nothing of a country', async t => {
  for (const host of ['acme.io', 'acme.ai', 'acme.co', 'acme.eu', 'acme.com', 'acme.zz'])
    t.equal(readDomain(host)?.country, undefined, host)
  t.equal(readDomain('acme.com.br')?.country, 'BR')
  t.equal(readDomain('navy.mil')?.country, 'US')
})

t.test('addresses are read as the sdk reads them', async t => {
  t.match(readAddress('Jane Doe <jane+x@acme.com>'), { address: 'jane+x@acme.com', mailbox: 'jane@acme.com' })
})
