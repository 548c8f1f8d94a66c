import t from 'tap'
import { cues } from '../dist/signals/cues.js'
import { groups } from '../dist/signals/groups.js'
import { splitSignals } from '../dist/signals/phrases.js'
import { readPhrase } from '../dist/signals/reading.js'

const now = Date.UTC(2026, 0, 1)

/** What a phrase says: "trigger 14", "not trigger -8.4". */
function said(phrase: string): readonly string[] {
  return readPhrase(phrase, now).map(
    ({ group, worth, isDenied }) => `${isDenied ? 'not ' : ''}${group} ${Math.round(worth * 100) / 100 + 0}`
  )
}

t.test('every cue counts in its group by each of its wordings', async t => {
  for (const { phrases, group, points, id } of cues) {
    for (const words of phrases) {
      const phrase = words.replaceAll(' .. ', ' the ').replaceAll('*', '')
      const hit = readPhrase(phrase, now).find(each => each.group === group)
      t.equal(hit?.points, points, `"${phrase}" counts as ${id}`)
    }
  }
})

t.test('every cue has an id of its own, and every group but the penalty a wish', async t => {
  t.equal(new Set(cues.map(({ id }) => id)).size, cues.length)
  t.strictSame(
    Object.entries(groups)
      .filter(([, group]) => !('wish' in group))
      .map(([name]) => name),
    ['penalty']
  )
})

t.test('the more specific cue is taken', async t => {
  t.strictSame(said('hiring freeze'), ['penalty 15'])
  t.strictSame(said('opened a new office'), ['trigger 14'])
  t.strictSame(said('opened the email'), ['engagement 3'])
  t.strictSame(said('hired a new CTO'), ['trigger 12'])
  t.strictSame(said('pricing page'), ['ask 25'])
  t.strictSame(said('asked about pricing'), ['ask 30'])
  t.strictSame(said('renewal next year'), ['timing 5'])
  t.strictSame(said('managing director'), ['access 15'])
  t.strictSame(said('no budget approved'), ['penalty 25'])
})

t.test('a phrase counts once a group, and in several groups', async t => {
  t.strictSame(said('requested a demo and a quote'), ['ask 40'])
  t.strictSame(said('CTO opened email'), ['access 15', 'engagement 3'])
  t.strictSame(said('raised series B'), ['trigger 12', 'finance 18'])
})

t.test('words within other words, and other meanings, do not count', async t => {
  for (const phrase of [
    'rehiring',
    'clinical trials',
    'open source',
    'openness',
    'democracy',
    'international',
    'seasoned'
  ])
    t.strictSame(said(phrase), [], phrase)
})

t.test('a denial within four words before a cue turns it round', async t => {
  t.strictSame(said('not hiring'), ['not trigger -8.4'])
  t.strictSame(said('no plans for expansion'), ['not trigger -8.4'])
  t.strictSame(said("they haven't replied"), ['not engagement -9'])
  t.strictSame(said('they haven’t replied'), ['not engagement -9'])
  t.strictSame(said('no one two three four hiring'), ['trigger 14'])
  t.strictSame(said('never evaluating'), ['not timing -12'])
  t.strictSame(said('without a CTO'), ['not access -9'])
  t.strictSame(said('declined the demo'), ['not ask -24'])
})

t.test('a denial ends at a contrast, and may follow an event', async t => {
  t.strictSame(said('no demo but hiring'), ['not ask -24', 'trigger 14'])
  t.strictSame(said('demo cancelled'), ['not ask -24'])
  t.strictSame(
    said('trial was paused last week').map(each => each.slice(0, 8)),
    ['not ask ']
  )
  t.strictSame(said('CTO declined a demo'), ['access 15', 'not ask -24'])
  t.strictSame(said('not only hiring'), ['trigger 14'])
})

t.test('what speaks against a lead and is denied says nothing', async t => {
  t.strictSame(said('no layoffs'), ['not penalty 0'])
  t.strictSame(said('no hiring freeze'), ['not penalty 0'])
  t.strictSame(said('not insolvent'), ['not penalty 0'])
  t.strictSame(said('not a freelancer'), ['not size 0'])
})

t.test('evidence fades by its half-life: 30 days for intent, 365 for fit', async t => {
  t.strictSame(said('hiring today'), ['trigger 14'])
  t.strictSame(said('hiring 30 days ago'), ['trigger 7'])
  t.strictSame(said('hiring a month ago'), ['trigger 7'])
  t.strictSame(said('hiring 2025-12-02'), ['trigger 7'])
  t.strictSame(said('series A last year'), ['finance 7.5'])
  t.strictSame(said('series A 365 days ago'), ['finance 7.5'])
  t.strictSame(said('renewal 2027-03-01'), ['timing 20'])
  t.strictSame(said('series A in Q3 2025'), ['finance 11.54'])
  t.strictSame(said('series A in March 2025'), ['finance 8.64'])
  t.strictSame(said('series A in 2024'), ['finance 5.3'])
  t.strictSame(said('unsubscribed 3 years ago'), ['penalty 100'])
})

t.test('numbers of employees', async t => {
  const sizes = {
    '1200 employees': 25,
    '1.2k staff': 25,
    '250 employees': 20,
    '200-500 people': 20,
    '250-person company': 20,
    'team of 60': 15,
    'headcount: 80': 15,
    '12 FTEs': 8,
    '5 employees': 0,
    '1 employee': -10
  }
  for (const [phrase, points] of Object.entries(sizes)) t.strictSame(said(phrase), [`size ${points}`], phrase)
  t.strictSame(said('hiring 200 people'), ['trigger 14'])
  t.strictSame(said('laid off 300 employees'), ['penalty 15'])
})

t.test('signals are split at commas, semicolons and lines, and not within numbers', async t => {
  t.strictSame(splitSignals('1,200 employees; hiring ,\nRaised  series B,,'), [
    '1200 employees',
    'hiring',
    'Raised series B'
  ])
  t.strictSame(splitSignals('1,250,000 users'), ['1250000 users'])
  t.strictSame(splitSignals('founded 2019,250 employees'), ['founded 2019', '250 employees'])
  t.strictSame(splitSignals('hiring, Hiring, hiring'), ['hiring'])
  t.strictSame(splitSignals(' '), [])
})
