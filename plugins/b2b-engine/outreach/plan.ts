import { ProductError } from '@product-host/sdk'
import { fnv1a } from '@product-host/toolkit/json'
import { counted } from '@product-host/toolkit/numbers'
import { cut, oneLine } from '@product-host/toolkit/text'
import { clipped, splitSignals } from '../input.js'
import type { Lead, Leads } from '../records.js'
import { ageInDays } from '../scoring/figures.js'
import { plain } from '../scoring/lexicon.js'
import { type Hit, readPhrase } from '../scoring/read.js'
import { groups } from '../scoring/weights.js'
import { type Hook, hooks, noHook } from './hooks.js'
import table from './hooks.json' with { type: 'json' }
import type { GivenFacts } from './lint.js'
import { greetedName } from './names.js'
import type { Theme, Tone } from './sentences.js'

/** What a caller gives for a sequence of messages. */
interface OutreachInput {
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
  /** Names of the fields without which it cannot be sent as it is: not given, or no name where one is needed. */
  readonly missing: readonly string[]
  /** The slug of the company's records; undefined where no company is known. */
  readonly slug: string | undefined
  /** The lead that signals or company were taken from. */
  readonly leadSlug: string | undefined
  readonly given: GivenFacts
}

/**
 * Gathers what is known: the fields, and the lead of that company or, where neither company nor signals are given, the lead that
 * was scored last. Throws the `ProductError` `do_not_contact` for a lead that asked to be left alone.
 */
export async function planOutreach(input: OutreachInput, leads: Leads, account: string, now: number): Promise<Plan> {
  const named = tidy(input.companyName)
  const sent = input.signals?.trim() === '' ? undefined : input.signals
  const lead = await leadFor(named, sent, leads)
  const company = named ?? lead?.company
  const signals = sent ?? lead?.signals ?? ''
  const { top, isDisqualified } = chooseSignal(signals, now)
  if (isDisqualified || lead?.isDisqualified) throw doNotContact(company)

  const known = {
    company,
    contactName: tidy(input.contactName),
    contactRole: tidy(input.contactRole),
    senderName: tidy(input.senderName),
    senderCompany: tidy(input.senderCompany),
    offer: tidy(input.offer),
    proof: tidy(input.proof),
    signal: top?.phrase
  }
  const slug = company === undefined ? undefined : await leads.slugOf(company)
  const fact = top?.hook.general === undefined ? top?.hook.fact : undefined
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
      names: [company, known.contactName, known.senderName, known.senderCompany].filter(name => name !== undefined),
      reader: [company, known.contactRole, known.signal, fact === '' ? undefined : fact].filter(
        text => text !== undefined
      ),
      sender: [known.senderName, known.senderCompany, known.offer, known.proof].filter(text => text !== undefined)
    }
  }
}

function tidy(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text)
}

async function leadFor(
  company: string | undefined,
  signals: string | undefined,
  leads: Leads
): Promise<Lead | undefined> {
  if (company !== undefined) return leads.find(await leads.slugOf(company))
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
    contactName: known.contactName === undefined ? undefined : greetedName(known.contactName),
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

/** What signals give a message. */
interface SignalChoice {
  /** The phrase that speaks most for the lead, freshness counted, and how a message opens on it. */
  readonly top?: { readonly phrase: string; readonly hook: Quote }
  /** The signals say that the lead is not to be contacted. */
  readonly isDisqualified: boolean
}

/** Chooses the signal that messages open on. Throws `InvalidInput` for too many or too long phrases. */
function chooseSignal(signals: string, now: number): SignalChoice {
  const hits = splitSignals(signals).flatMap(phrase => readPhrase(phrase, now))
  const [best] = hits.flatMap(withHook).toSorted((one, other) => other.hit.worth - one.hit.worth)
  return {
    ...(best && { top: { phrase: best.hit.phrase, hook: best.hook } }),
    isDisqualified: hits.some(({ disqualifies }) => disqualifies)
  }
}

function withHook(hit: Hit): readonly { readonly hit: Hit; readonly hook: Quote }[] {
  const hook = hooks[hit.id]
  const isFor = hit.worth > 0 && groups[hit.group].dimension !== 'risk'
  return hook && isFor ? [{ hit, hook: quoteOf(hit.phrase, hook) }] : []
}

/** One sentence on what was drafted. */
export function summariseOutreach({ brief, missing }: Plan, quality: number): string {
  const { channel, steps, company, signal } = brief
  const noun = channel === 'email' ? 'email' : 'LinkedIn note'
  const to = company === undefined ? '' : ` to ${company}`
  const opening = signal === undefined ? ' without a signal to open on' : ` opening on "${clipped(signal)}"`
  const lacking = missing.length === 0 ? '' : ` Still missing: ${missing.map(name => fieldTitles[name]).join(', ')}.`
  return `Drafted ${counted(steps, noun)}${to}${opening} (quality ${quality}).${lacking}`
}

/** What forms call the fields that may be missing. */
const fieldTitles: Readonly<Record<string, string>> = {
  companyName: 'Company',
  contactName: 'Contact',
  senderName: 'Sender',
  offer: 'Offer',
  signals: 'Signals'
}

/** Where a message is sent. */
export type Channel = 'email' | 'linkedin'

/** What a sequence of messages is written from: what the sender gave, and nothing else. */
export interface Brief {
  readonly company?: string | undefined
  readonly contactName?: string | undefined
  readonly contactRole?: string | undefined
  readonly senderName?: string | undefined
  readonly senderCompany?: string | undefined
  readonly offer?: string | undefined
  readonly proof?: string | undefined
  /** The phrase that the messages open on. */
  readonly signal?: string | undefined
  readonly hook: Quote
  readonly channel: Channel
  readonly tone: Tone
  readonly steps: number
  readonly choices: Choices
}

/** Which variant is taken at a position: always the same for the same account and company. */
type Choices = (position: number) => number

/** Choices by FNV-1a of account, action and subject: the digits of the hash in base 3. */
function choicesFor(account: string, subject: string): Choices {
  const hash = fnv1a(`${account}draft_outreach${subject}`)
  return position => Math.floor(hash / 3 ** position) % 3
}

/** A message as it is sent. */
export interface Message {
  /** 1 for the first. */
  readonly step: number
  readonly channel: Channel
  /** Only of an e-mail. */
  readonly subject?: string
  readonly body: string
  /** The same in 200 characters, only on LinkedIn. */
  readonly short?: string
}

/** A signal in the words of the input: the matter, and a clause about the reader or, where the signal fits no form, the signal itself. */
interface Quote extends Hook {
  /** The signal word for word in quotation marks, where it is no clause. */
  readonly verbatim?: string
  /** The matter without the signal's words, for a subject where those are too long. */
  readonly general?: string
}

/** Themes whose messages say what was seen; the others speak of the reader's interest or role in general. */
const quoting: ReadonlySet<Theme> = new Set([
  'trigger',
  'finance',
  'need',
  'stack',
  'compliance',
  'timing',
  'referral',
  'reply'
])

const longestQuote = 100

/**
 * The hook of a signal with the signal's own object, names and places: "acquired by Hooli" is "you were acquired by Hooli". What it says is in the
 * signal, word for word; only grammar is added.
 */
export function quoteOf(signal: string, hook: Hook): Quote {
  if (!quoting.has(hook.theme)) return hook
  const words = ownWords(signal)
  const isNote = hasAny(words, table.notesOnly)
  const found = isNote ? undefined : inForm(words, hook.theme === 'reply' ? table.requestForms : table.factForms)
  if (found && isOneTense(words, found.fact)) return { ...hook, ...found, general: hook.topic }
  if (hook.theme === 'reply' || (hook.theme === 'referral' && words.split(' ').length === 1)) return hook
  const verbatim = `"${cut(signal.replaceAll('"', "'"), longestQuote)}"`
  return { ...hook, topic: verbatim, verbatim, general: hook.topic }
}

/** The signal as it can stand in a sentence: its first letter small unless it is a name's, the reader's own things as "your". */
function ownWords(signal: string): string {
  const text = signal.replaceAll('"', "'").replace(/(?<![.!?])[.!?]+$/, '')
  const small = /^\p{Lu}\p{Ll}/u.test(text) ? text.replace(/^./u, letter => letter.toLowerCase()) : text
  return small.replaceAll(new RegExp(`\\b(?:${table.readersOwn.join('|')})\\b`, 'g'), 'your')
}

function hasAny(text: string, words: readonly string[]): boolean {
  return new RegExp(`(?<![\\p{L}'])(?:${words.join('|')})(?![\\p{L}])`, 'iu').test(text)
}

function inForm(
  words: string,
  forms: typeof table.factForms
): { readonly fact: string; readonly topic: string } | undefined {
  const matches = forms.flatMap(form =>
    form.begins
      .filter(begin => words === begin || words.startsWith(`${begin} `))
      .map(begin => ({ form, rest: words.slice(begin.length).trim() }))
  )
  const [best] = matches.toSorted((one, other) => one.rest.length - other.rest.length)
  if (!best) return undefined
  const { form, rest } = best
  if (rest === '' && /\{(?:rest|object)\}/.test(form.fact)) return undefined
  const thing = rest.replace(/^(?:an?|the|your) /, '')
  const values = { words, rest, thing, object: withArticle(rest), article: articleOf(rest) }
  const topic = rest === '' ? '{words}' : form.topic
  return { fact: filled(form.fact, values), topic: filled(topic, values) }
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').replaceAll(/ {2,}/g, ' ')
}

/** "demo for Leeds" as "a demo for Leeds". */
function withArticle(rest: string): string {
  return table.singleThings.some(thing => rest === thing || rest.startsWith(`${thing} `)) ? `a ${rest}` : rest
}

/** "a" before one thing that is new, nothing before several or what cannot be counted. */
function articleOf(rest: string): string {
  const [thing = ''] = rest.split(/ (?:in|at|for|of|from|to|on|with)\b/)
  return /[^s]s$/.test(thing) || table.massNouns.includes(thing) ? '' : 'a'
}

/** Whether a clause in the present tense holds no time that has passed: "you are hiring" and not "you are hiring last year". */
function isOneTense(words: string, fact: string): boolean {
  const age = ageInDays(plain(words), 0)
  return !fact.startsWith('you are ') || age === undefined || /\b(?:today|this \w+)\b/.test(words)
}
