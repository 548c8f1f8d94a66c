import { readFile } from 'node:fs/promises'
import { qualityOf } from '@product-host/toolkit/lint'
import t from 'tap'
import { lintMessage } from '../dist/outreach/lint.js'
import { assess } from '../dist/scoring/score.js'

interface Phrase {
  readonly text: string
  readonly moves: 'up' | 'down' | 'none'
}

type DevelopmentSet = Readonly<
  Record<'en' | 'de' | 'fr' | 'es', Readonly<Record<'up' | 'down' | 'none', readonly string[]>>>
>

interface RatedText {
  readonly text: string
  readonly isSpecific: boolean
}

const now = Date.UTC(2026, 10, 22)

function textOf(path: string): Promise<string> {
  return readFile(new URL(`../test/${path}`, import.meta.url), 'utf8')
}

/** The texts of a set, one a line; the first line says where the set is from. */
async function read<Line>(path: string): Promise<readonly Line[]> {
  const lines = (await textOf(path)).trim().split('\n')
  return lines.slice(1).map(line => JSON.parse(line))
}

const signs = { up: 1, none: 0, down: -1 } as const

function scoreOf(signals: string): number {
  return assess({ company: 'Acme', signals }, now).score.score
}

// The notes of the last four are not in the training.
for (const [file, count, least] of [
  ['sets/signals.jsonl', 122, 0.9],
  ['sets/signals-2.jsonl', 104, 0.9],
  ['sets/signals-3.jsonl', 110, 0.9],
  ['sets/signals-4.jsonl', 124, 0.9],
  ['sets/signals-5.jsonl', 124, 0.87],
  ['sets/signals-6.jsonl', 138, 0.9],
  ['sets/signals-7.jsonl', 120, 0.95],
  ['sets/signals-8.jsonl', 240, 0.86]
] as const)
  t.test(`${file}: phrases by somebody who had not read the table are read as well as the README says`, async t => {
    const phrases = await read<Phrase>(file)
    const start = scoreOf('')
    const right = phrases.filter(({ text, moves }) => Math.sign(scoreOf(text) - start) === signs[moves])
    t.equal(phrases.length, count)
    t.ok(right.length / phrases.length >= least, `${right.length} of ${phrases.length}`)
  })

t.test('notes set aside from the training: three of four are right', async t => {
  const phrases = await read<Phrase>('sets/notes-aside.jsonl')
  const start = scoreOf('')
  const right = phrases.filter(({ text, moves }) => Math.sign(scoreOf(text) - start) === signs[moves])
  t.equal(phrases.length, 357)
  t.ok(right.length / phrases.length >= 0.75, `${right.length} of ${phrases.length}`)
})

t.test('notes on tools that are not in use: at most 6 % move a score', async t => {
  const phrases = await read<Phrase>('sets/tools.jsonl')
  const start = scoreOf('')
  const moved = phrases.filter(({ text }) => scoreOf(text) !== start)
  t.equal(phrases.length, 141)
  t.ok(moved.length / phrases.length <= 0.06, `${moved.length} of ${phrases.length}`)
})

t.test('phrases that say nothing of a lead are not read as signals', async t => {
  const phrases = await read<Phrase>('sets/signals.jsonl')
  const start = scoreOf('')
  t.strictSame(
    phrases.filter(({ text, moves }) => moves === 'none' && scoreOf(text) !== start),
    []
  )
})

t.test('phrases of the development set: 19 of 20 in each language move a score the right way', async t => {
  const set: DevelopmentSet = JSON.parse(await textOf('fixtures/development-phrases.json'))
  const start = scoreOf('')
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const phrases = (['up', 'down', 'none'] as const).flatMap(moves =>
      set[language][moves].map(text => ({ text, moves }))
    )
    const wrong = phrases.filter(({ text, moves }) => Math.sign(scoreOf(text) - start) !== signs[moves])
    t.ok(phrases.length >= 45, `${phrases.length} phrases in ${language}`)
    t.ok(wrong.length / phrases.length <= 0.05, wrong.map(({ text }) => text).join(', '))
  }
})

t.test('texts by somebody who had not read the linter: quality separates specific from generic', async t => {
  const texts = await read<RatedText>('sets/texts.jsonl')
  const rated = texts.map(({ text, isSpecific }) => ({ isSpecific, quality: qualityOfText(text) }))
  const specific = rated.filter(({ isSpecific }) => isSpecific)
  const generic = rated.filter(({ isSpecific }) => !isSpecific)
  const wins = specific.flatMap(one =>
    generic.map(other => (one.quality > other.quality ? 1 : one.quality === other.quality ? 0.5 : 0))
  )
  const area = wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
  t.equal(texts.length, 100)
  t.ok(area >= 0.9, `area under the curve ${area.toFixed(3)}`)
})

/** The quality of a text on its own: everything in it counts as given, and nothing is known of reader or sender. */
function qualityOfText(text: string): number {
  const message = { step: 1, channel: 'email', subject: 'A short note', body: text } as const
  return qualityOf(lintMessage(message, { texts: [text], names: [], reader: [], sender: [] }))
}
