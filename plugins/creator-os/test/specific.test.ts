import { readFileSync } from 'node:fs'
import { qualityOf } from '@product-host/toolkit/lint'
import t from 'tap'
import { findPlatform, rulerFor } from '../dist/platform.js'
import type { Request } from '../dist/writing/copy.js'
import { lintDraft } from '../dist/writing/lint.js'
import { specificityOf } from '../dist/writing/prose.js'

/** Posts written by a person who had not read the rules of the linter: 50 specific ones and 50 that would fit any topic. */
interface Post {
  readonly text: string
  readonly isSpecific: boolean
}
const { texts }: { texts: readonly Post[] } = JSON.parse(
  readFileSync(new URL('../test/texts.json', import.meta.url), 'utf8')
)
const { platform } = findPlatform('linkedin')
const plain: Request = { topic: '', audience: '', points: [], keywords: [], goal: 'educate', tone: 'plain' }

/** The quality of a post whose sentences its author sent as points. */
function quality(text: string): number {
  const points = text.split(/(?<=[.!?])\s+|\n/)
  return qualityOf(
    lintDraft({
      posts: [text],
      hook: points[0] ?? '',
      hashtags: text.match(/#\p{L}+/gu) ?? [],
      platform,
      ruler: rulerFor(platform),
      request: { ...plain, points },
      language: 'en',
      isSensitive: false,
      isOutline: false
    })
  )
}

/** The share of pairs in which the specific text has the higher quality; an equal pair counts half. */
function areaUnderCurve(specific: readonly number[], general: readonly number[]): number {
  const wins = specific.flatMap(high => general.map(low => (high > low ? 1 : high === low ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

t.test('quality separates 50 specific from 50 general posts', async t => {
  const qualities = (isSpecific: boolean) =>
    texts.filter(each => each.isSpecific === isSpecific).map(({ text }) => quality(text))
  const [specific, general] = [qualities(true), qualities(false)]
  t.strictSame([specific.length, general.length], [50, 50])
  const area = areaUnderCurve(specific, general)
  t.ok(area >= 0.9, `area under the curve ${area}`)
})

t.test('a sentence that would fit any topic is general, whoever sent it', async t => {
  const request = { ...plain, topic: 'Remote onboarding', audience: 'engineering managers' }
  const text =
    'Remote onboarding is a journey. Consistency is key for engineering managers. Never give up on your dreams.'
  t.match(specificityOf(text, request, 'en'), { generic: 3, sentences: 3 })
  const points = [
    'Remote onboarding is a journey',
    'Consistency is key for engineering managers',
    'Never give up on your dreams'
  ]
  t.match(specificityOf(text, { ...request, points }, 'en'), { generic: 3 })
})

t.test('figures, names, circumstances and the words of the points make a text somebody’s own', async t => {
  const own = 'We posted 14 ThinkPads to Rotterdam. Petra keeps four spare parcels in a cupboard.'
  t.ok(specificityOf(own, plain, 'en').share > 0.9)
  const point = 'every team names one buddy'
  t.ok(
    specificityOf(`${point}.`, { ...plain, points: [point] }, 'en').share >
      specificityOf(`${point}.`, plain, 'en').share
  )
  t.ok(specificityOf('Unsere Pumpe läuft seit 2021 mit 55 °C.', plain, 'de').share > 0.9)
  t.equal(specificityOf('Der Schlüssel zum Erfolg ist Kommunikation.', plain, 'de').share, 0)
})
