import t from 'tap'
import type { Brief, Channel } from '../dist/outreach/brief.js'
import { compose } from '../dist/outreach/compose.js'
import { hooks, noHook } from '../dist/outreach/hooks.js'
import { lint } from '../dist/outreach/lint.js'
import type { Message } from '../dist/outreach/message.js'
import type { Tone } from '../dist/outreach/opening.js'
import { sentencesOf } from '../dist/outreach/words.js'
import { cues } from '../dist/signals/cues.js'
import { bands } from '../dist/signals/headcounts.js'

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
              choices: place => (variant + place) % 3
            }
            yield {
              name: `${id}, ${tone}, ${channel}, variant ${variant}, sender ${index}`,
              brief,
              messages: compose(brief)
            }
          }
}

/** The sequences and what is wrong with each by a judge; the first few, for a failure that can be read. */
function wrongs(judge: (message: Message, brief: Brief) => readonly string[]): readonly string[] {
  const found: string[] = []
  let judged = 0
  for (const { name, brief, messages } of everything())
    for (const message of messages) {
      judged++
      found.push(...judge(message, brief).map(wrong => `${name}, step ${message.step}: ${wrong}\n${message.body}`))
    }
  if (judged < 10_000) throw new Error(`Only ${judged} messages were judged.`)
  return found.slice(0, 5)
}

function textsOf({ subject = '', body, short = '' }: Message): readonly string[] {
  return [subject, body, short]
}

function textsIn(brief: Brief): readonly string[] {
  return Object.values(brief).filter(text => typeof text === 'string')
}

t.test('every cue and headcount that speaks for a lead has a hook', async t => {
  const positive = [...cues.filter(({ group }) => group !== 'penalty'), ...bands].filter(({ points }) => points > 0)
  t.strictSame(
    positive.map(({ id }) => id).filter(id => !(id in hooks)),
    []
  )
})

t.test('no message of the rules fails its linter, and few rules even warn', async t => {
  t.strictSame(
    wrongs((message, brief) =>
      lint(message, { texts: textsIn(brief), names: [] })
        .filter(({ level, rule }) => level === 'fail' || (level === 'warn' && rule !== 'words'))
        .map(({ rule, message: said }) => `${rule}: ${said}`)
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
