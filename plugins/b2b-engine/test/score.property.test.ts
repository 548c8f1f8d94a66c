import fc from 'fast-check'
import t from 'tap'
import { contributionsOf } from '../dist/scoring/explain.js'
import { tablePhrases } from '../dist/scoring/lexicon.js'
import { readPhrase } from '../dist/scoring/read.js'
import { assess } from '../dist/scoring/score.js'

const now = Date.UTC(2026, 0, 1)
const ages = ['', ' today', ' last week', ' 3 months ago', ' in Q2 2025', ' last year']
const denials = ['', 'no ', 'not ', 'stopped ', 'never had a ']
const sizes = ['1200 employees', '250 staff', 'team of 60', '12 people', '1 employee']

/** Phrases of the table as people write them, fresh and old, affirmed and denied, and phrases that say nothing. */
const wordings = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...denials),
      fc.constantFrom(...[...tablePhrases()].map(({ phrase }) => phrase)),
      fc.constantFrom(...ages)
    )
    .map(([denial, phrase, age]) => denial + phrase + age),
  fc.constantFrom(...sizes),
  fc.lorem({ maxCount: 3 })
)
const leads = fc.array(wordings, { maxLength: 25 })
const emails = fc.option(fc.constantFrom('jane@gmail.com', 'jane@mailinator.com', 'jane@acme.com'), { nil: undefined })

function assessed(phrases: readonly string[], email?: string) {
  return assess({ company: 'Acme', signals: phrases.join(', '), ...(email !== undefined && { email }) }, now)
}

/** 1 when everything that a phrase says speaks for a lead, -1 when it all speaks against it, 0 otherwise. */
function signOf(phrase: string): number {
  const signs = readPhrase(phrase, now).map(({ group, worth }) => Math.sign(group === 'penalty' ? -worth : worth))
  const speaking = signs.filter(sign => sign !== 0)
  return speaking.every(sign => sign > 0) ? 1 : speaking.every(sign => sign < 0) ? -1 : 0
}

t.test('one more phrase that speaks for a lead never lowers its score, one against it never raises it', async () => {
  fc.assert(
    fc.property(leads, wordings, fc.nat(), emails, (phrases, added, position, email) => {
      const sign = signOf(added)
      fc.pre(sign !== 0)
      const before = assessed(phrases, email).score
      const after = assessed(phrases.toSpliced(position % (phrases.length + 1), 0, added), email).score
      const isRight = (one: number, other: number) => (sign > 0 ? other >= one - 1e-9 : other <= one + 1e-9)
      return (
        isRight(before.score, after.score) && isRight(before.fit, after.fit) && isRight(before.intent, after.intent)
      )
    }),
    { numRuns: 150 }
  )
})

t.test('the order of phrases does not matter', async () => {
  fc.assert(
    fc.property(leads, phrases => assessed(phrases).score.score === assessed(phrases.toReversed()).score.score),
    { numRuns: 100 }
  )
})

t.test('the contributions add up to the score', async () => {
  fc.assert(
    fc.property(leads, emails, (phrases, email) => {
      const { score } = assessed(phrases, email)
      const sum = contributionsOf(score).reduce((total, { points }) => total + points, 0)
      return (
        Math.abs(sum - score.score) < 1e-6 && Number.isInteger(score.score) && score.score >= 0 && score.score <= 100
      )
    }),
    { numRuns: 100 }
  )
})

t.test('rounding explains less than a point, whatever the phrases', async () => {
  fc.assert(
    fc.property(leads, emails, (phrases, email) => {
      const rounding = contributionsOf(assessed(phrases, email).score).find(({ group }) => group === 'rounding')
      return rounding === undefined || Math.abs(rounding.points) < 1
    }),
    { numRuns: 100 }
  )
})
