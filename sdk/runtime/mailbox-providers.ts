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
 * (proton.me/support/addresses-and-aliases; what it ignores is in `removeEmailAlias` of github.com/ProtonMail/WebClients), iCloud
 * (support.apple.com/118230) and Yandex (yandex.com/support/mail). Providers of several domains at which the same name is another mailbox are
 * not here: outlook.com and hotmail.com, gmx.de and gmx.net, yahoo.com and ymail.com.
 */
export const mailboxProviders: readonly MailboxProvider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: '.-_' },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  {
    domains:
      `yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua yandex.az yandex.co.il yandex.com.am yandex.com.ge yandex.com.ru
    yandex.com.tr yandex.com.ua yandex.ee yandex.fr yandex.kg yandex.lt yandex.lv yandex.md yandex.tj yandex.tm yandex.uz`.split(
        /\s+/
      ),
    alike: '-.'
  }
]

/**
 * Domains of Yahoo, at which a hyphen begins the keyword of a disposable address. A name has none
 * (help.yahoo.com/kb/SLN28338.html).
 */
export const hyphenTagDomains: ReadonlySet<string> = new Set(
  `yahoo.com yahoo.ca yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yahoo.ie yahoo.dk yahoo.se yahoo.no yahoo.fi yahoo.gr yahoo.pl yahoo.ro
  yahoo.nl yahoo.be yahoo.at yahoo.cl yahoo.cz yahoo.hu yahoo.pt yahoo.co.id yahoo.co.il yahoo.co.in yahoo.co.jp yahoo.co.nz yahoo.co.th
  yahoo.co.uk yahoo.co.za yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe
  yahoo.com.hr yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ua yahoo.com.ve yahoo.com.vn yahoo.bg yahoo.co.kr
  yahoo.ee yahoo.lt yahoo.lv yahoo.sk ymail.com rocketmail.com myyahoo.com y7mail.com`.split(/\s+/)
)

/**
 * Domains of Fastmail (fastmail.com/about/ourdomains), at which `shop@jane.fastmail.com` is `jane+shop@fastmail.com`
 * (fastmail.help/hc/en-us/articles/360060591053).
 */
export const subdomainTagDomains: ReadonlySet<string> = new Set(
  `fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.co.uk fastmail.cn fastmail.com.au fastmail.de fastmail.es fastmail.fr fastmail.im
  fastmail.in fastmail.jp fastmail.mx fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us 123mail.org 150mail.com 150ml.com
  16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us cluemail.com elitemail.org emailcorner.net emailengine.net
  emailengine.org emailgroups.net emailplus.org emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us
  fastemailer.com fastest.cc fastimap.com fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net
  h-mail.us hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org internetemails.net
  internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com mailandftp.com mailas.com mailbolt.com
  mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net
  mailservice.ms mailup.net mailworks.org messagingengine.com ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com
  postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info rushpost.com sent.as sent.at sent.com
  speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net
  warpmail.net xsmail.com yepmail.net your-mail.com`.split(/\s+/)
)
