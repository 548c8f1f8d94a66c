import disposable from 'disposable-email-domains-js'
import free from 'email-providers'
import type { DomainReading } from './domain.js'
import { alsoFree, neverDisposable, notFree } from './list-corrections.js'
import { educationSuffix, governmentSuffix } from './public-bodies.js'

/** What sort of place a mail box is at. `business` is what is none of the others. */
export type MailboxClass = 'disposable' | 'free' | 'education' | 'government' | 'business'

/** A class with what it was judged by, and how sure that is (0 to 1). */
export interface ClassReading {
  readonly class: MailboxClass
  readonly source: string
  readonly confidence: number
}

/** The class of a domain: the lists are asked for the whole name and for the part that was registered. */
export function classOf({ host, name }: DomainReading): ClassReading {
  const names = [host, name]
  const isOn = (list: ReadonlySet<string>) => names.some(each => list.has(each))
  if (isOn(disposableDomains) && !isOn(allowed))
    return { class: 'disposable', source: 'list of disposable domains', confidence: 0.9 }
  if (isOn(freeDomains)) return { class: 'free', source: 'list of free providers', confidence: 0.95 }
  if (educationSuffix.test(host)) return { class: 'education', source: 'ending of the domain', confidence: 0.95 }
  if (governmentSuffix.test(host)) return { class: 'government', source: 'ending of the domain', confidence: 0.95 }
  return { class: 'business', source: 'on no list of free or disposable domains', confidence: 0.7 }
}

/** Whether the domain is one of a provider of free mail boxes. */
export function isFreeProvider(host: string): boolean {
  return freeDomains.has(host)
}

const allowed: ReadonlySet<string> = new Set(neverDisposable)
const disposableDomains: ReadonlySet<string> = new Set(disposable.disposableEmailBlocklist())
const freeDomains: ReadonlySet<string> = new Set([...free, ...alsoFree].filter(domain => !notFree.includes(domain)))
