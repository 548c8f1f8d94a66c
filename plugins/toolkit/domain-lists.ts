/** Top-level names that never lead anywhere. Sources: RFC 2606, RFC 6761, RFC 6762 (.local), ICANN (.internal). */
export const reservedEndings: readonly string[] = listed('test example invalid localhost local internal onion alt')

/** Names that are reserved for documentation. Source: RFC 2606, section 3. */
export const documentationDomains: readonly string[] = listed('example.com example.net example.org')

/**
 * Country endings that are sold and used worldwide, so that they say nothing of a country. Source: Google Search Central's list of
 * country-code top-level domains that it treats as generic, and .gg, .gl, .im, .ly, .pw, .sh, .so, .to, .vc and .vg.
 */
export const genericEndings: ReadonlySet<string> = new Set(
  listed('ac ad ai as bz cc cd co dj eu fm gg gl im io la ly me ms nu pw sc sh so sr su tk to tv vc vg ws')
)

/**
 * Endings whose country is not the ISO 3166 code that they spell: .uk, the two of the United States, and those in other scripts, in the
 * form in which they are looked up. Source: IANA, Root Zone Database (iana.org/domains/root/db).
 */
export const endingCountries: Readonly<Record<string, string>> = {
  uk: 'GB',
  gov: 'US',
  mil: 'US',
  'xn--2scrj9c': 'IN',
  'xn--3e0b707e': 'KR',
  'xn--3hcrj9c': 'IN',
  'xn--45br5cyl': 'IN',
  'xn--45brj9c': 'IN',
  'xn--4dbrk0ce': 'IL',
  'xn--54b7fta0cc': 'BD',
  'xn--80ao21a': 'KZ',
  'xn--90a3ac': 'RS',
  'xn--90ae': 'BG',
  'xn--90ais': 'BY',
  'xn--clchc0ea0b2g2a9gcd': 'SG',
  'xn--d1alf': 'MK',
  'xn--fiqs8s': 'CN',
  'xn--fiqz9s': 'CN',
  'xn--fpcrj9c3d': 'IN',
  'xn--fzc2c9e2c': 'LK',
  'xn--gecrj9c': 'IN',
  'xn--h2breg3eve': 'IN',
  'xn--h2brj9c': 'IN',
  'xn--h2brj9c8c': 'IN',
  'xn--j1amh': 'UA',
  'xn--j6w193g': 'HK',
  'xn--kprw13d': 'TW',
  'xn--kpry57d': 'TW',
  'xn--l1acc': 'MN',
  'xn--lgbbat1ad8j': 'DZ',
  'xn--mgb2ddes': 'YE',
  'xn--mgb9awbf': 'OM',
  'xn--mgba3a4f16a': 'IR',
  'xn--mgbaam7a8h': 'AE',
  'xn--mgbah1a3hjkrd': 'MR',
  'xn--mgbai9azgqp6j': 'PK',
  'xn--mgbayh7gpa': 'JO',
  'xn--mgbbh1a': 'IN',
  'xn--mgbbh1a71e': 'IN',
  'xn--mgbc0a9azcg': 'MA',
  'xn--mgbcpq6gpa1a': 'BH',
  'xn--mgberp4a5d4ar': 'SA',
  'xn--mgbgu82a': 'IN',
  'xn--mgbpl2fh': 'SD',
  'xn--mgbtx2b': 'IQ',
  'xn--mgbx4cd0ab': 'MY',
  'xn--mix891f': 'MO',
  'xn--node': 'GE',
  'xn--o3cw4h': 'TH',
  'xn--ogbpf8fl': 'SY',
  'xn--p1ai': 'RU',
  'xn--pgbs0dh': 'TN',
  'xn--q7ce6a': 'LA',
  'xn--qxam': 'GR',
  'xn--rvc1e0am3e': 'IN',
  'xn--s9brj9c': 'IN',
  'xn--wgbh1c': 'EG',
  'xn--wgbl6a': 'QA',
  'xn--xkc2al3hye2a': 'LK',
  'xn--xkc2dl3a5ee0h': 'IN',
  'xn--y9a3aq': 'AM',
  'xn--yfro4i67o': 'SG',
  'xn--ygbi2ammx': 'PS'
}

/**
 * Endings below which a company gives each customer a name, and which the Public Suffix List lacks, with the ending that stands for them.
 * The label before such an ending is the owner. Sources: the companies' own help pages, 2026.
 */
export const sharedEndings: Readonly<Record<string, string>> = {
  'onmicrosoft.com': 'onmicrosoft.com',
  'mail.onmicrosoft.com': 'onmicrosoft.com',
  ...Object.fromEntries(
    listed(`
      onmicrosoft.de onmicrosoft.us partner.onmschina.cn my.salesforce.com my.site.com force.com sharepoint.com zendesk.com
      freshdesk.com freshservice.com zohodesk.com zohosites.com kayako.com uservoice.com helpscoutapp.com intercom-mail.com
      gorgias.com groovehq.com teamwork.com atlassian.net service-now.com bitrix24.com bitrix24.de bitrix24.eu bitrix24.ru
      amocrm.ru bamboohr.com recruitee.com workable.com personio.com personio.de mailgun.org amazonses.com hs-sites.com
      hubspotpagebuilder.com mykajabi.com bigcartel.com mybigcommerce.com squarespace.com weebly.com wordpress.com
      tumblr.com substack.com ghost.io godaddysites.com jimdo.com jimdosite.com jimdofree.com mystrikingly.com
      webs.com webnode.com livejournal.com typepad.com business.site neocities.org 000webhostapp.com glitch.me railway.app
      blogspot.de blogspot.co.uk blogspot.fr
    `).map(ending => [ending, ending])
  )
}

/** Endings that a service puts behind a customer's complete domain: `acme.com.test-google-a.com` is of acme.com (support.google.com/a/answer/33337). */
export const carrierEndings: readonly string[] = ['test-google-a.com']

/**
 * On the list of free providers, but companies, placeholders, an access provider's own name, or universities. Each entry of this and the
 * next two lists was checked against `email-providers` 2.26.0 and `disposable-email-domains-js` 1.26.0.
 */
export const notFree: ReadonlySet<string> = new Set(
  listed(`
    alibaba.com bt.com example.com facebook.com go.com test.com virgin.net www.com yourdomain.com live.mdx.ac.uk live.vu.edu.au
    mail.bcu.ac.uk nus.edu.sg unican.es
  `)
)

/** Free mail boxes that the list of free providers lacks. Sources: the providers' own lists of their domains, 2026. */
export const alsoFree: ReadonlySet<string> = new Set(
  listed(`
    fastmail.com fastmail.net fastmail.org fastmail.co.uk fastmail.de fastmail.es fastmail.fr fastmail.im fastmail.in fastmail.jp
    fastmail.mx fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us fastmail.cn 123mail.org 150mail.com
    16mail.com 2-mail.com 50mail.com elitemail.org emailengine.org emailplus.org eml.cc f-m.fm fast-email.com fast-mail.org
    fastest.cc fea.st h-mail.us imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org
    letterboxes.org mailingaddress.org mailservice.ms mailworks.org mm.st myfastmail.com mymacmail.com reallyfast.info sent.as
    sent.at speedymail.org ssl-mail.com swift-mail.com theinternetemail.com your-mail.com tuta.com tuta.io tutanota.com tutanota.de
    tutamail.com keemail.me disroot.org gmx.ch kakao.com mail.de mailfence.com outlook.co.uk posteo.de posteo.net rediff.com
    riseup.net skiff.com sohu.com startmail.com tesco.net xfinity.com xs4all.nl ziggo.nl zohomail.com zohomail.eu 139.com 189.cn
  `)
)

/**
 * Never disposable, whatever the list says: large providers and companies that lists of disposable domains have held by mistake.
 * Sources: the lists' own issues (google.com, Fastmail's domains), and portals that today's list holds (21cn.com, sify.com).
 */
export const neverDisposable: ReadonlySet<string> = new Set(
  listed(`
    google.com googlemail.com gmail.com microsoft.com outlook.com hotmail.com live.com apple.com icloud.com me.com yahoo.com aol.com
    proton.me protonmail.com pm.me zoho.com fastmail.com fastmail.fm fastmail.net messagingengine.com tutanota.com tuta.com duck.com
    mozmail.com gmx.com gmx.de gmx.net web.de mail.com qq.com 163.com 126.com 21cn.com sify.com
  `)
)

/**
 * Domains of services that forward mail to an address which they hide: the mail arrives, and says nothing of who reads it. Sources: the
 * providers' own help pages, 2026 (Apple Hide My Email, DuckDuckGo Email Protection, Firefox Relay, SimpleLogin, Proton Pass, addy.io, 33mail,
 * erine.email, GitHub noreply addresses), and the buyer and guest addresses of marketplaces (Amazon, Booking.com, Airbnb, eBay, Facebook).
 */
export const relayDomains: ReadonlySet<string> = new Set(
  listed(`
    privaterelay.appleid.com duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.fr slmail.me
    slmails.com aleeas.com 8alias.com 8shield.net dralias.com silomails.com passmail.net passmail.com passinbox.com passfwd.com
    anonaddy.com anonaddy.me addy.io addymail.com 4wrd.cc mailer.me 33mail.com erine.email users.noreply.github.com
    proxymail.facebook.com guest.booking.com guest.airbnb.com members.ebay.com marketplace.amazon.com marketplace.amazon.co.uk
    marketplace.amazon.de marketplace.amazon.es marketplace.amazon.fr marketplace.amazon.it marketplace.amazon.nl
  `)
)

/** The words of a list that is written as text. */
function listed(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
