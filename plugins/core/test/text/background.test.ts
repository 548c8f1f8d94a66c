import t from 'tap'
import { isReason, isTold, storedTelling, storedText, takesBack, withoutReason } from '../../dist/text/background.js'
import { spelledOut } from '../../dist/text/short-forms.js'

const verbs = new Set(['book', 'check', 'draft', 'score', 'send', 'show', 'write'])

t.test('short forms of notes are words, but not in what is quoted or to be stored', t => {
  for (const [text, words] of [
    ['linkedin + x, 3/week, 2x a week', 'linkedin and x, 3 per week, 2 per week'],
    ['check https://a.example/w/ w/ 5s timeout pls', 'check https://a.example/w/ with 5 seconds timeout please'],
    ['send "5s w/o cert" to `ops`', 'send "5s w/o cert" to ops'],
    ['remember: it takes 5 min w/o `sudo`', 'remember: it takes 5 min w/o sudo']
  ] as const)
    t.equal(spelledOut(text), words)
  t.end()
})

t.test('a reason asks for nothing, unless it may limit what is asked for', async t => {
  t.strictSame(withoutReason('check the site, as our guests depend on it'), {
    text: 'check the site',
    reason: 'as our guests depend on it'
  })
  t.ok(isReason('because the disk was full'))
  for (const text of [
    'enrich a@b.example as well as c@d.example',
    'score Acme as a lead',
    'book it because it must be approved first',
    'book it since they pay only if we do'
  ])
    t.equal(withoutReason(text), undefined, text)
})

t.test('a sentence is background only if it says nothing of what to do, what not, when or how often', async t => {
  for (const text of ['Several guests have asked me about it', 'The disk was full', 'Our landlord called yesterday'])
    t.ok(isTold(text, verbs, false), text)
  for (const text of [
    'We are still waiting for the approval',
    'The invoice has not been confirmed',
    'It must be done on Monday',
    'They come every week',
    'Nobody should do it',
    'You can ask Dana',
    'score Acme'
  ])
    t.notOk(isTold(text, verbs, false), text)
  t.notOk(isTold('Dana is not in favour', verbs, true), 'behind a request, what denies may take it back')
  for (const text of ['I changed my mind', 'Never mind', 'Ignore that', 'That was a joke', 'Leave it'])
    t.match(text, takesBack)
})

t.test('an order to store what was told says where', async t => {
  t.equal(
    storedTelling('Our landlord told us that the lift is out', 'Please note this'),
    'remember that the lift is out'
  )
  t.equal(
    storedTelling('The lift is out', 'note that under the key lift-a'),
    'remember under the key lift-a: The lift is out'
  )
  t.strictSame(storedText('store the value "a b" under the key office-a'), { value: 'a b', key: 'office-a' })
  t.strictSame(storedText('remember: the code is 4; tag infra'), { value: 'the code is 4', tags: 'infra' })
  t.strictSame(storedText('keep in memory for 7 days: x is y'), { value: 'x is y', lifetime: 604_800 })
  t.equal(storedText('remember the value of time'), undefined)
})
