import { readDomain } from '../addresses/domain.js'
import { readEmail } from '../addresses/email.js'
import { classOf } from '../addresses/mailbox-class.js'
import { notADomain, notAnEmail, refuse } from '../faults.js'
import { cues } from '../signals/cues.js'
import { deniesCue } from '../signals/denial.js'
import { bandOf } from '../signals/headcount.js'
import { type Hit, hitOf } from '../signals/reading.js'
import { addressRisk } from './weights.js'

/** What is known of a lead beside its signals. */
export interface Profile {
  readonly company: string
  readonly email?: string
  readonly domain?: string
  readonly employees?: number
}

/** What the fields of a lead say. Throws `InvalidInput` for an e-mail address or a domain that is none. */
export function readProfile({ email, domain, employees }: Profile): readonly Hit[] {
  const address = email === undefined ? undefined : readEmail(email)
  const site = domain === undefined ? undefined : readDomain(domain)
  refuse([email !== undefined && !address && notAnEmail, domain !== undefined && !site && notADomain])
  const host = address?.domain ?? site
  const risk = host && addressHit(address?.address ?? host.host, classOf(host).class)
  const size =
    employees === undefined ? undefined : hitOf(`${employees} employees`, { ...bandOf(employees), group: 'size' })
  return [...(risk ? [risk] : []), ...(size ? [size] : [])]
}

/** One hit for each keyword of the ideal customer profile that the company's name or a phrase holds and does not deny. */
export function readIcp(keywords: readonly string[], company: string, phrases: readonly string[]): readonly Hit[] {
  return keywords.flatMap(keyword => {
    const text = [company, ...phrases].find(each => holds(each.toLowerCase(), keyword))
    return text === undefined
      ? []
      : [hitOf(text, { id: 'icp', group: 'icp', points: 8, label: `matches "${keyword}" of your icp` })]
  })
}

function holds(text: string, keyword: string): boolean {
  const at = indexOfWord(text, keyword)
  return at >= 0 && !deniesCue(text, at, at, 'fit')
}

function indexOfWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + word.length))) return at
  }
  return -1
}

function addressHit(address: string, mailboxClass: string): Hit | undefined {
  const id = mailboxClass === 'disposable' || mailboxClass === 'free' ? addressRisk[mailboxClass] : undefined
  const cue = cues.find(each => each.id === id)
  return cue && hitOf(address, cue)
}
