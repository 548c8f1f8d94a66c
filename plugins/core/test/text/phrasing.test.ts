import t from 'tap'
import { isReason, isTold, storedTelling, storedText, takesBack, withoutReason } from '../../dist/text/background.js'
import { expanded, plainRequests } from '../../dist/text/phrasing.js'

import { VerbForms } from '../../dist/text/verb-forms.js'

const verbs = new Set(['book', 'check', 'draft', 'score', 'send', 'show', 'write'])

const forms = new VerbForms(verbs)

t.test('a wish is the order that it asks for', async t => {
  const cases: readonly (readonly [text: string, plain: string])[] = [
    ['I would be grateful if you could check the site.', 'check the site.'],
    ['It would be really nice if the lead could be scored today.', 'score the lead today.'],
    ['We require that https://a.example be checked every hour.', 'check https://a.example every hour.'],
    ['Could the margin please be shown by customer?', 'show the margin by customer'],
    ['Our treasurer asked that 5k tokens be booked.', 'book 5k tokens.'],
    ['The letter needs to be written in a warm tone.', 'write the letter in a warm tone.'],
    ['A post about bees would be much appreciated.', 'give me a post about bees.'],
    ['If you could score Acme, that would be great.', 'score Acme'],
    ['Please make sure that the site is checked.', 'check the site.'],
    ['We need a booking of this in the ledger.', 'book this in the ledger.'],
    ['First, kindly check the site.', 'please check the site.'],
    ['Dear colleagues, please score Acme. Many thanks in advance.', 'please score Acme.'],
    ['Tokens: 5k. Price: £2 per million. Book it.', 'Book it: Tokens 5k, Price £2 per million']
  ]
  for (const [text, plain] of cases) t.equal(plainRequests(text, forms), plain, text)
})

t.test('what is not wanted stays so', async t => {
  const cases: readonly (readonly [text: string, plain: string])[] = [
    ['The lead must not be sent to sales.', 'do not send the lead to sales.'],
    ['No post should be written about it.', 'do not write post about it.'],
    ['I would be grateful if you would not book it.', 'do not book it.'],
    ['Our director asked us not to send it.', 'do not send it.'],
    ['Could you please refrain from booking it?', 'refrain from booking it?']
  ]
  for (const [text, plain] of cases) t.equal(plainRequests(text, forms), plain, text)
})

t.test('what is stored, quoted or asked stays as it is', async t => {
  for (const text of [
    'Remember that the lead should be sent to sales.',
    'Send "it would be nice if you could check" to a@b.example',
    'I wonder if the tokens were booked.',
    'Should the lead be scored?',
    'If it is approved, the tokens were booked.'
  ])
    t.equal(plainRequests(text, forms), text)
  t.equal(
    plainRequests('If it is approved, the tokens should be booked.', forms),
    'If it is approved, book the tokens.',
    'a condition is still one'
  )
})

t.test('what is said of a thing stands beside it', async t => {
  t.equal(plainRequests('a post, which should have two parts', forms), 'a post with two parts')
  t.equal(
    plainRequests('Write a post about bees. It is meant for teachers.', forms),
    'Write a post about bees for teachers.'
  )
})

t.test('short forms are words, and an order comes first', async t => {
  t.equal(expanded('linkedin + x, 3/week - plan it', forms), 'plan linkedin and x, 3 per week')
  t.equal(expanded('check https://a.example w/ 5s timeout', forms), 'check https://a.example with 5 seconds timeout')
  t.equal(expanded('remember: it takes 5 min w/o `sudo`', forms), 'remember: it takes 5 min w/o sudo')
})

t.test('a reason asks for nothing, unless it may limit what is asked for', async t => {
  t.strictSame(withoutReason('check the site, as our guests depend on it'), {
    text: 'check the site',
    reason: 'as our guests depend on it'
  })
  t.equal(withoutReason('Since we were closed until Monday, show the margin')?.text, 'show the margin')
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
