import { asciiDomain, mailboxDomains, mailboxOf, readAddress } from '@product-host/sdk/addresses'
import t from 'tap'

t.test('an address is read as people and exports write it, and what was removed is named', async t => {
  const written = {
    'jane@acme.com': [],
    ' jane@acme.com\n': ['white_space'],
    '\u200bjane@acme.com\ufeff': ['white_space'],
    'jane @ acme.com': ['white_space'],
    'jane@acme.com;': ['separator'],
    '<jane@acme.com>': ['brackets'],
    '"jane@acme.com"': ['quotes'],
    "'jane@acme.com'": ['quotes'],
    '“jane@acme.com”': ['quotes'],
    'jane@acme.com.': ['trailing_dot'],
    'jane@ACME.com': [],
    'Jane Doe <jane@acme.com>': ['display_name'],
    'Jane Doe<jane@acme.com>,': ['display_name', 'separator'],
    '"Doe, Jane \\"JD\\"" <jane@acme.com>': ['display_name'],
    'jane@acme.com (Jane Doe)': ['display_name', 'white_space'],
    'mailto:jane@acme.com': ['mailto'],
    'MAILTO:jane%40acme.com?subject=Hello%20you&cc=bob@x.com': ['mailto'],
    'Jane Doe <mailto:jane@acme.com>': ['display_name', 'mailto'],
    'Jane Doe [mailto:jane@acme.com]': ['display_name', 'mailto'],
    'jane＠ａｃｍｅ.com': ['full_width'],
    'jane@acme。com': []
  }
  for (const [text, cleaned] of Object.entries(written))
    t.match(readAddress(text), { address: 'jane@acme.com', domain: 'acme.com', local: 'jane', cleaned }, text)
})

t.test('the name beside an address is kept', async t => {
  t.equal(readAddress('Jane Doe <jane@acme.com>')?.displayName, 'Jane Doe')
  t.equal(readAddress('"Doe, Jane" <jane@acme.com>')?.displayName, 'Doe, Jane')
  t.equal(readAddress('jane@acme.com (Jane Doe)')?.displayName, 'Jane Doe')
  t.equal(readAddress('jane@acme.com')?.displayName, undefined)
})

t.test('the local part stays as it was sent, the domain is lower-case ASCII', async t => {
  t.equal(readAddress('Jane.Doe+News@München.de')?.address, 'Jane.Doe+News@xn--mnchen-3ya.de')
  t.equal(readAddress('иван@почта.рф')?.address, 'иван@xn--80a1acny.xn--p1ai')
  t.equal(readAddress('"jane doe"@acme.com'), undefined)
  t.equal(readAddress('"jane@home"@acme.com')?.local, '"jane@home"')
})

t.test('what is no address, or several, is none', async t => {
  const texts = [
    '',
    'jane',
    '@acme.com',
    'jane@',
    'jane@acme',
    'a..b@acme.com',
    '.a@acme.com',
    'jane doe@acme.com',
    'ja\u200bne@acme.com',
    'jane@acme..com',
    'jane@acme.com..',
    'jane@acme.com/path',
    'jane@acme.com:25',
    'jane@acme%2ecom',
    'jane@[192.0.2.1]',
    'jane@192.0.2.1',
    'jane@0x7f.1',
    'jane@acme.com, bob@acme.com',
    'jane@acme.com bob@acme.com',
    'Jane <jane@acme.com>, Bob <bob@acme.com>',
    'Jane <jane@acme.com',
    '<<jane@acme.com>',
    'Jane Doe <>',
    'mailto:jane@acme.com,bob@acme.com',
    'mailto:?to=jane@acme.com',
    `${'a'.repeat(65)}@acme.com`,
    `${'é'.repeat(33)}@acme.com`,
    `jane@${'a'.repeat(64)}.com`,
    `jane@${'a.'.repeat(125)}com`
  ]
  for (const text of texts) t.equal(readAddress(text), undefined, text)
})

t.test('lengths are counted in bytes, up to the bound and not past it', async t => {
  t.ok(readAddress(`${'a'.repeat(64)}@acme.com`))
  t.ok(readAddress(`${'é'.repeat(32)}@acme.com`))
  const domainOf = (length: number) => `${'a.'.repeat((length - 2) / 2)}co`.slice(-length)
  t.equal(readAddress(`jane@${domainOf(248)}a`)?.address.length, 254)
  t.equal(readAddress(`jane@${domainOf(250)}`), undefined)
  t.ok(asciiDomain(`${'a'.repeat(63)}.com`))
  t.equal(asciiDomain(`${'a'.repeat(64)}.com`), undefined)
})

t.test('all addresses of one mailbox have one identity', async t => {
  const mailboxes = {
    'jane@acme.com': [
      'jane@acme.com',
      'JANE@Acme.COM',
      'jane+sales@acme.com',
      'jane+a+b@acme.com',
      '"jane"@acme.com',
      'Jane <jane@acme.com>'
    ],
    'jane.doe@acme.com': ['jane.doe@acme.com', 'Jane.Doe+x@acme.com'],
    'janedoe@gmail.com': ['jane.doe@gmail.com', 'j.a.n.e.doe+x@googlemail.com', 'JaneDoe@GMAIL.com'],
    'jane.doe@icloud.com': ['jane.doe@icloud.com', 'jane.doe@me.com', 'Jane.Doe+x@mac.com'],
    'janedoe@proton.me': ['jane.doe@proton.me', 'jane-doe@protonmail.com', 'jane_doe@pm.me', 'JaneDoe+x@protonmail.ch'],
    'jane-doe@yandex.ru': ['jane.doe@ya.ru', 'jane-doe@yandex.com', 'jane.doe+x@yandex.com.tr', 'Jane-Doe@yandex.uz'],
    'jane@yahoo.com': ['jane@yahoo.com', 'jane-shop@yahoo.com', 'jane+x@yahoo.com'],
    'jane@fastmail.com': ['jane@fastmail.com', 'jane+shop@fastmail.com', 'shop@jane.fastmail.com'],
    'jane_doe@fastmail.fm': ['jane_doe@fastmail.fm', 'shop@jane-doe.fastmail.fm', 'jane_doe+shop@fastmail.fm'],
    'jane@warpmail.net': ['jane@warpmail.net', 'shop@jane.warpmail.net'],
    'jane@yahoo.sk': ['jane@yahoo.sk', 'jane-shop@yahoo.sk'],
    'jane@xn--mnchen-3ya.de': ['jane@münchen.de', 'jane@MÜNCHEN.de', 'jane@xn--mnchen-3ya.de.'],
    'ren\u00e9@acme.com': ['Ren\u00e9@acme.com', 'rene\u0301@acme.com']
  }
  for (const [mailbox, addresses] of Object.entries(mailboxes))
    for (const address of addresses) t.equal(readAddress(address)?.mailbox, mailbox, address)
})

t.test('different mailboxes stay different', async t => {
  const addresses = [
    'jane@outlook.com',
    'jane@hotmail.com',
    'jane@live.com',
    'jane@yahoo.com',
    'jane@yahoo.co.uk',
    'jane@ymail.com',
    'jane@gmx.de',
    'jane@gmx.net',
    'jane.doe@outlook.com',
    'janedoe@outlook.com',
    'jane-doe@acme.com',
    'jane.doe@acme.com',
    'jane_doe@acme.com',
    'jane@mail.acme.com',
    'jane@acme.com',
    '+jane@acme.com',
    '-jane@yahoo.com'
  ]
  t.equal(new Set(addresses.map(mailboxOf)).size, addresses.length)
})

t.test('a tag is what follows the sign, as it was sent', async t => {
  t.equal(readAddress('jane+News+b@acme.com')?.tag, 'News+b')
  t.equal(readAddress('jane-shop@yahoo.com')?.tag, 'shop')
  t.equal(readAddress('shop@jane.fastmail.com')?.tag, 'shop')
  t.equal(readAddress('jane-shop@acme.com')?.tag, undefined)
})

t.test('a text that is no address has an identity too', async t => {
  t.equal(mailboxOf(' Not an address '), 'not an address')
})

t.test('the domains of one mailbox are known from each of them', async t => {
  t.strictSame(mailboxDomains('me.com'), ['icloud.com', 'me.com', 'mac.com'])
  t.strictSame(mailboxDomains('acme.com'), ['acme.com'])
})

t.test('a long text is read at once, whatever its characters', async t => {
  for (const part of ['"', '<', '(', ' ', "'", 'mailto:', '.', '@', 'a@', '\\"']) {
    const started = performance.now()
    readAddress(part.repeat(2_000 / part.length))
    readAddress(`${part.repeat(200)}jane@acme.com${part.repeat(200)}`)
    t.ok(performance.now() - started < 200, part)
  }
})
