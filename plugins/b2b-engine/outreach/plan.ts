import { ProductError } from '@product-host/sdk'
import { tidy } from '../fields.js'
import type { Lead, Leads } from '../leads.js'
import { slugOf } from '../slug.js'
import { type Brief, type Channel, choicesFor } from './brief.js'
import { noHook } from './hooks.js'
import type { Given } from './lint.js'
import type { Tone } from './opening.js'
import { chooseSignal } from './signal.js'

/** What a caller gives for a sequence of messages. */
export interface OutreachInput {
  readonly companyName?: string
  readonly contactName?: string
  readonly contactRole?: string
  readonly senderName?: string
  readonly senderCompany?: string
  readonly offer?: string
  readonly proof?: string
  readonly signals?: string
  readonly channel: Channel
  readonly tone: Tone
  readonly steps: number
}

/** What a sequence is written from, and what is missing for sending it. */
export interface Plan {
  readonly brief: Brief
  /** Names of the fields without which it cannot be sent as it is. */
  readonly missing: readonly string[]
  /** The name that the company's records are kept under; undefined where no company is known. */
  readonly slug: string | undefined
  /** The lead that signals or company were taken from. */
  readonly leadSlug: string | undefined
  readonly given: Given
}

/**
 * Gathers what is known: the fields, and the lead of that company or, where neither company nor signals are given, the lead that
 * was scored last. Throws the `ProductError` `do_not_contact` for a lead that asked to be left alone.
 */
export async function planOutreach(input: OutreachInput, leads: Leads, account: string, now: number): Promise<Plan> {
  const named = oneLine(input.companyName)
  const told = input.signals?.trim() === '' ? undefined : input.signals
  const lead = await leadFor(named, told, leads)
  const company = named ?? lead?.company
  const signals = told ?? lead?.signals ?? ''
  const { top, isDisqualified } = chooseSignal(signals, now)
  if (isDisqualified || lead?.isDisqualified) throw doNotContact(company)

  const known = {
    company,
    contactName: oneLine(input.contactName),
    contactRole: oneLine(input.contactRole),
    senderName: oneLine(input.senderName),
    senderCompany: oneLine(input.senderCompany),
    offer: oneLine(input.offer),
    proof: oneLine(input.proof),
    signal: top?.phrase
  }
  const slug = company === undefined ? undefined : slugOf(company)
  const { channel, tone, steps } = input
  return {
    brief: {
      ...known,
      hook: top?.hook ?? noHook,
      channel,
      tone,
      steps,
      choices: choicesFor(account, slug ?? 'generic')
    },
    missing: missingFrom(known, channel),
    slug,
    leadSlug: lead?.slug,
    given: {
      texts: [...Object.values(known), signals].filter(text => text !== undefined),
      names: [company, known.contactName, known.senderName, known.senderCompany].filter(name => name !== undefined)
    }
  }
}

function oneLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : tidy(text)
}

async function leadFor(
  company: string | undefined,
  signals: string | undefined,
  leads: Leads
): Promise<Lead | undefined> {
  if (company !== undefined) return leads.find(slugOf(company))
  if (signals !== undefined) return undefined
  const [latest] = await leads.latest(1, ({ isDisqualified }) => !isDisqualified)
  return latest
}

function missingFrom(
  known: Pick<Brief, 'company' | 'contactName' | 'senderName' | 'offer' | 'signal'>,
  channel: Channel
): readonly string[] {
  const needed = {
    companyName: known.company,
    contactName: known.contactName,
    ...(channel === 'email' && { senderName: known.senderName }),
    offer: known.offer,
    signals: known.signal
  }
  return Object.entries(needed).flatMap(([name, text]) => (text === undefined ? [name] : []))
}

function doNotContact(company: string | undefined): ProductError {
  const name = company ?? 'This lead'
  return new ProductError('do_not_contact', `${name} asked not to be contacted, so nothing was drafted.`)
}
