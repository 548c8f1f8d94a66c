import t from 'tap'
import { compose } from '../dist/outreach/compose.js'
import { hooks, noHook } from '../dist/outreach/hooks.js'
import { lintMessage } from '../dist/outreach/lint.js'
import type { Brief, Channel, Message } from '../dist/outreach/plan.js'
import { sentencesOf } from '../dist/outreach/reading.js'
import type { Tone } from '../dist/outreach/sentences.js'
import { bands, type Meaning, meanings } from '../dist/scoring/weights.js'

const tones: readonly Tone[] = ['plain', 'warm', 'direct']
const channels: readonly Channel[] = ['email', 'linkedin']
const given = {
  company: 'Acme Ltd',
  contactName: 'Jane Smith',
  contactRole: 'Head of Operations',
  senderName: 'Sam Lee',
  senderCompany: 'Beta Works',
  offer: 'automated invoice matching',
  proof: 'Globex closed its books in 4 days and not in 9'
}
const senders: readonly Partial<typeof given>[] = [
  given,
  { ...given, offer: 'We help finance teams close the month in peace' },
  { company: given.company },
  {}
]

/** Every sequence that the bank can write: each hook, tone, channel and variant, with much and with little given. */
function* everything(): Generator<{
  readonly name: string
  readonly brief: Brief
  readonly messages: readonly Message[]
}> {
  for (const [id, hook] of [...Object.entries(hooks), ['none', noHook] as const])
    for (const tone of tones)
      for (const channel of channels)
        for (const variant of [0, 1, 2])
          for (const [index, sender] of senders.entries()) {
            const signal = 'raised series A and series B'
            const brief: Brief = {
              ...sender,
              signal,
              hook,
              channel,
              tone,
              steps: 4,
              choices: position => (variant + position) % 3
            }
            yield {
              name: `${id}, ${tone}, ${channel}, variant ${variant}, sender ${index}`,
              brief,
              messages: compose(brief)
            }
          }
}

/** The sequences and what is wrong with each by a review; the first few, for a failure that can be read. */
function wrongs(review: (message: Message, brief: Brief) => readonly string[]): readonly string[] {
  const found: string[] = []
  let reviewed = 0
  for (const { name, brief, messages } of everything())
    for (const message of messages) {
      reviewed++
      found.push(...review(message, brief).map(wrong => `${name}, step ${message.step}: ${wrong}\n${message.body}`))
    }
  if (reviewed < 10_000) throw new Error(`Only ${reviewed} messages were reviewed.`)
  return found.slice(0, 5)
}

function textsOf({ subject = '', body, short = '' }: Message): readonly string[] {
  return [subject, body, short]
}

function textsIn(brief: Brief): readonly string[] {
  return Object.values(brief).filter(text => typeof text === 'string')
}

t.test('every meaning and headcount that speaks for a lead has a hook, but not what is only guessed', async t => {
  const named: readonly (readonly [string, Meaning])[] = Object.entries(meanings)
  const positive = [
    ...named
      .filter(([, { group, points }]) => group !== 'penalty' && group !== 'wording' && points > 0)
      .map(([id]) => id),
    ...bands.filter(({ points }) => points > 0).map(({ id }) => id)
  ]
  t.strictSame(
    positive.filter(id => !(id in hooks)),
    []
  )
})

t.test('no message of the rules fails its linter, and few rules even warn', async t => {
  t.strictSame(
    wrongs((message, brief) =>
      lintMessage(message, { texts: textsIn(brief), names: [], reader: readerOf(brief), sender: [] })
        .filter(({ level, rule }) => (level === 'fail' || level === 'warn') && !general.has(rule))
        .map(({ rule, message: said }) => `${rule}: ${said}`)
    ),
    []
  )
})

/** Rules that depend on how much is known: whether a message is about its reader, and how long it is. */
const general: ReadonlySet<string> = new Set(['words', 'recipient', 'details', 'concrete'])

function readerOf({ company, signal, hook }: Brief): readonly string[] {
  return [company, signal, hook.fact].flatMap(text => (text === undefined || text === '' ? [] : [text]))
}

t.test('every follow-up to a company that is known names it or the matter', async t => {
  t.strictSame(
    wrongs((message, brief) =>
      brief.company === undefined || message.channel === 'linkedin' || message.step === 1
        ? []
        : lintMessage(message, { texts: textsIn(brief), names: [], reader: readerOf(brief), sender: [] })
            .filter(({ level, rule }) => rule === 'recipient' && level !== 'pass')
            .map(({ message: said }) => said)
    ),
    []
  )
})

t.test('no message states a figure, a percentage or a name that was not given', async t => {
  t.strictSame(
    wrongs((message, brief) => {
      const ours = textsIn(brief).reduce((text, each) => text.replaceAll(each, 'given'), textsOf(message).join('\n'))
      const plain = ours.replaceAll('Jane', 'given').replaceAll('series A', 'series').replaceAll('series B', 'series')
      return [
        ...(plain.match(/\d[\d.,]*|%|per ?cent/g) ?? []),
        ...(plain.match(/(?<=[a-z,;] )(?!I\b)[A-Z][A-Za-z]*/g) ?? [])
      ]
    }),
    []
  )
})

t.test('every message is written out in clean sentences', async t => {
  const slips = / {2}| [,.;?]|\.\.|,,|[{}]|undefined|\ba [aeio](?!ne\b)\w+|\b(\w+) \1\b|[.?] [a-z]/g
  t.strictSame(
    wrongs(message => textsOf(message).flatMap(text => text.replaceAll('series A', 'series').match(slips) ?? [])),
    []
  )
})

t.test('every message ends on its one question, which makes sense by itself', async t => {
  t.strictSame(
    wrongs(({ body, short }) =>
      [body, ...(short === undefined ? [] : [short])].flatMap(text => {
        const questions = sentencesOf(text).filter(sentence => sentence.endsWith('?'))
        return questions.length === 1 ? [] : [`${questions.length} questions`]
      })
    ),
    []
  )
})

t.test('notes on LinkedIn keep to 300 and 200 characters', async t => {
  t.strictSame(
    wrongs(({ channel, body, short = '' }) =>
      channel === 'linkedin' && (body.length > 300 || short.length > 200 || short === '') ? ['too long'] : []
    ),
    []
  )
})

t.test('the messages of a sequence differ, and so do variants and tones', async t => {
  const openings = new Set<string>()
  for (const { brief, messages } of everything()) {
    if (brief.hook !== hooks.hiring || brief.company === undefined) continue
    t.equal(new Set(messages.map(({ body }) => body)).size, 4)
    openings.add(messages[0]?.body ?? '')
  }
  t.equal(openings.size, tones.length * channels.length * 3 * 3)
})
