/** The providers that most people write to, against which a domain is compared. Source: share of addresses in public mailing statistics. */
export const commonProviders: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'me.com',
  'protonmail.com',
  'proton.me',
  'googlemail.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'btinternet.com',
  'virginmedia.com',
  'ymail.com',
  'comcast.net',
  'verizon.net',
  'gmx.com',
  'gmx.de',
  'web.de',
  'mail.com',
  'zoho.com',
  'fastmail.com'
]

/** Endings that no registry has, and what their writers meant. */
export const endingTypos: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  cim: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  coom: 'com',
  'co.k': 'co.uk',
  'co.ku': 'co.uk',
  'c.uk': 'co.uk',
  couk: 'co.uk',
  nett: 'net',
  ner: 'net',
  ogr: 'org',
  orgg: 'org'
}

/** How far the name before the ending may be off, by its length: short names are too near to other good ones. */
export const mostEdits: readonly { readonly fromLength: number; readonly edits: number }[] = [
  { fromLength: 7, edits: 2 },
  { fromLength: 5, edits: 1 },
  { fromLength: 0, edits: 0 }
]

/** Slips that the lists of free and of disposable domains themselves hold. */
export const knownSlips: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gamil.com': 'gmail.com',
    'gmai.com': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmail.om': 'gmail.com',
    'gmal.com': 'gmail.com',
    'gmial.com': 'gmail.com',
    'homail.com': 'hotmail.com',
    'hotmai.com': 'hotmail.com',
    'hotmail.cm': 'hotmail.com',
    'hotmial.com': 'hotmail.com',
    'hotmails.com': 'hotmail.com',
    'yaho.com': 'yahoo.com',
    'yahoo.om': 'yahoo.com',
    'zoutlook.com': 'outlook.com'
  })
)
