import { InvalidInput, type Issue, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { cut } from '@product-host/toolkit/text'
import { longestPhrase, mostKeywords, mostPhrases } from './scoring/weights.js'

/** Text of one line that says something: a name, a role, an offer. The title is what a form shows. */
export function line(title: string, maxLength: number, description: string) {
  return Type.String({ title, minLength: 1, maxLength, pattern: '\\S', description })
}

/** The company that a lead is. */
export const CompanyName = line('Company', 200, 'The name of the company.')

/** What is known of a lead, phrase by phrase. */
export const Signals = Type.String({
  title: 'Signals',
  maxLength: 4000,
  description:
    'What you know about the company, such as "hiring, requested demo". At most 40 phrases of 200 characters, ' +
    'with commas, semicolons or line breaks between them.'
})

/** An e-mail address as a caller writes it. */
export const EmailText = line(
  'E-mail address',
  500,
  'An e-mail address such as jane@acme.co.uk, alone or with a name beside it.'
)

/** A domain name as a caller writes it. */
export const DomainText = line('Domain', 253, 'A domain name such as acme.co.uk.')

/** Throws `InvalidInput` with those issues that there are, if any. */
export function refuse(issues: readonly (Issue | false)[]): void {
  const found = issues.filter(issue => issue !== false)
  if (isFilled(found)) throw new InvalidInput(found)
}

/** The issue of an e-mail address that is none. */
export const notAnEmail: Issue = {
  pointer: '#/email',
  code: 'format',
  detail: 'is not an e-mail address',
  fix: 'Send such as jane@acme.co.uk.'
}

/** The issue of a domain name that is none. */
export const notADomain: Issue = {
  pointer: '#/domain',
  code: 'format',
  detail: 'is not a domain name',
  fix: 'Send such as acme.co.uk.'
}

/** The issue of an address of a website that is none. */
export const notAUrl: Issue = {
  pointer: '#/url',
  code: 'format',
  detail: 'is not an address of a website',
  fix: 'Send such as https://acme.co.uk.'
}

const longestQuote = 60

/** A text as a summary quotes it: at most 60 characters. */
export function clipped(text: string): string {
  return cut(text, longestQuote)
}

/**
 * The phrases of a list of signals, in their order, each once. Commas within numbers do not split: "1,200
 * employees" is one phrase. Throws `InvalidInput` for too many or too long ones.
 */
export function splitSignals(signals: string): readonly string[] {
  const phrases = distinct(joinThousands(signals).split(separators))
  const tooLong = phrases.filter(phrase => phrase.length > longestPhrase).length
  refuse([
    tooMany(phrases, 'phrases', mostPhrases, '#/signals'),
    tooLong > 0 && {
      pointer: '#/signals',
      code: 'phrase_too_long',
      detail: `holds ${tooLong === 1 ? 'a phrase' : `${tooLong} phrases`} of more than ${longestPhrase} characters`,
      fix: 'Send short phrases, split by commas, semicolons or new lines.'
    }
  ])
  return phrases
}

/** The keywords of an ideal customer profile, in lower case. Throws `InvalidInput` for too many. */
export function splitIcp(icp: string): readonly string[] {
  const keywords = distinct(icp.toLowerCase().split(separators))
  refuse([tooMany(keywords, 'keywords', mostKeywords, '#/icp')])
  return keywords
}

/** The names of competitors. Throws `InvalidInput` for too many. */
export function splitCompetitors(competitors: string): readonly string[] {
  const names = distinct(competitors.split(separators))
  refuse([tooMany(names, 'names', mostKeywords, '#/competitors')])
  return names
}

function tooMany(items: readonly string[], noun: string, most: number, pointer: string): Issue | false {
  if (items.length <= most) return false
  const detail = `holds ${items.length} ${noun}`
  return { pointer, code: `too_many_${noun}`, detail, fix: `Send at most ${most} ${noun}.` }
}

/** "1,200" as "1200", so that the comma does not split. */
function joinThousands(text: string): string {
  return text.replace(/(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/g, number => number.replaceAll(',', ''))
}

const separators = /[,;\n]/

/** Parts of a list, each once, however often and in whatever case it is there. */
function distinct(parts: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const part of parts) {
    const phrase = part.replace(/\s+/g, ' ').trim()
    if (phrase !== '' && !seen.has(phrase.toLowerCase())) seen.set(phrase.toLowerCase(), phrase)
  }
  return [...seen.values()]
}
