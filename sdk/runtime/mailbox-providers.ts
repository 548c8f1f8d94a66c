/** What a provider of mail boxes makes of the part before the @. */
export interface MailboxProvider {
  /** The domains of one and the same mailbox. The first stands for all of them. */
  readonly domains: readonly string[]
  /** Characters that may be anywhere in the name, or left out. */
  readonly ignored?: string
  /** Characters that the provider reads as the first of them. */
  readonly alike?: string
}

/**
 * Providers at which one mailbox has several addresses, by their own help pages: Gmail (support.google.com/mail/answer/7436150), Proton
 * (proton.me/support/addresses-and-aliases), iCloud (support.apple.com/102605) and Yandex (yandex.com/support/mail). Providers of several
 * domains at which the same name is another mailbox are not here: outlook.com and hotmail.com, gmx.de and gmx.net, yahoo.com and ymail.com.
 */
export const mailboxProviders: readonly MailboxProvider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: '.-_' },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'], alike: '-.' }
]

/**
 * Domains of Yahoo, at which a hyphen begins the keyword of a disposable address. A name has none
 * (help.yahoo.com/kb/SLN28338.html).
 */
export const hyphenTagDomains: ReadonlySet<string> = new Set(
  `yahoo.com yahoo.ca yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yahoo.ie yahoo.dk yahoo.se yahoo.no yahoo.fi yahoo.gr yahoo.pl yahoo.ro
  yahoo.nl yahoo.be yahoo.at yahoo.cl yahoo.cz yahoo.hu yahoo.pt yahoo.co.id yahoo.co.il yahoo.co.in yahoo.co.jp yahoo.co.nz yahoo.co.th
  yahoo.co.uk yahoo.co.za yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe
  yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ve yahoo.com.vn ymail.com rocketmail.com myyahoo.com y7mail.com`.split(
    /\s+/
  )
)

/** Domains of Fastmail, at which `shop@jane.fastmail.com` is `jane+shop@fastmail.com` (fastmail.help, "Plus addressing and subdomain addressing"). */
export const subdomainTagDomains: ReadonlySet<string> = new Set(
  `fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.co.uk fastmail.cn fastmail.de fastmail.es fastmail.fr fastmail.im fastmail.in
  fastmail.jp fastmail.mx fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us sent.com eml.cc fea.st f-m.fm
  messagingengine.com myfastmail.com`.split(/\s+/)
)
