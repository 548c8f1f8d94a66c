import t from 'tap'
import { contributionsOf } from '../dist/scoring/explain.js'
import { readPhrase } from '../dist/scoring/read.js'
import { assess } from '../dist/scoring/score.js'
import { readTraining } from '../dist/scoring/training.js'
import { sideOf } from '../dist/scoring/wording.js'
import shippedModel from '../dist/scoring/wording-model.json' with { type: 'json' }

const now = Date.UTC(2026, 0, 1)

t.test('the model that is shipped is of the notes, phrases and word classes that are shipped', async t => {
  const { digest, samples } = await readTraining()
  t.equal(shippedModel.samples, digest, 'after a change run: npm run train --workspace plugins/b2b-engine')
  t.ok(samples.length > 8000, `${samples.length} samples`)
})

t.test('a note in no labelled phrase counts a little, and its reason says why', async t => {
  const phrase = 'the panel rated us well'
  t.match(readPhrase(phrase, now), [{ id: 'wording_for', worth: 8 }])
  const { score, confidence, unrecognised } = assess({ company: 'Acme', signals: phrase }, now)
  t.equal(
    contributionsOf(score).find(each => each.phrase === phrase)?.reason,
    `"${phrase}" is not a known phrase, but its words read like a note that speaks for a lead: 8 intent points`
  )
  t.equal(confidence, 0)
  t.strictSame(unrecognised, [])
})

t.test(
  'a note of which the table reads some words is read by its wording where that surely says otherwise',
  async t => {
    t.match(readPhrase('legal wants to rewrite the whole contract', now), [{ id: 'wording_against' }])
    t.match(readPhrase('not hiring in Spain', now), [{ id: 'hiring', isDenied: true }])
    t.equal(
      assess({ company: 'Acme', signals: 'unsubscribed and wants a demo and a quote' }, now).score.isDisqualified,
      true
    )
  }
)

t.test('however many notes are only guessed, they count no more than 12 points', async t => {
  const notes = ['the panel rated us well', 'grumbles about the tool', 'the panel voted for us yesterday']
  for (const note of notes) t.match(readPhrase(note, now), [{ id: 'wording_for' }], note)
  const { score } = assess({ company: 'Acme', signals: notes.join(', ') }, now)
  t.equal(score.intent, 22)
})

t.test('a note that is on neither side, or of words that are not known, says nothing', async t => {
  for (const note of ['the office is blue', 'it rained all day', 'zorbled the fribble', 'das Büro ist blau', 'zorbled'])
    t.equal(sideOf(note), 'neither', note)
})
