import t from 'tap'
import { tryRequests } from './requests.js'

const { asked, idle, planned } = tryRequests()

t.test('what a text tells before a request is what the request points at, and a person sees it first', async t => {
  const { core } = await idle
  const goal =
    'A letter was sent to us from the domain fjord.example, and nobody here has heard of it. Please find out what is known about this domain.'
  const { detail } = await core.run('agent', { goal, dryRun: true })
  t.match(detail.plan, [{ action: 'enrich', input: { domain: 'fjord.example' } }])
  t.match(detail.error, { code: 'needs_confirmation' })
})

t.test('what a sentence may take back, limit or forbid is not run', async t => {
  for (const request of [
    'Book 20k tokens at £0.002 per 1k. The invoice is disputed.',
    'Book 20k tokens at £0.002 per 1k. We are still waiting for the approval.',
    'Assign the open leads. I changed my mind.',
    'Please assign all open leads. Dana has asked us to wait.',
    'https://a.example is loading fine, do not check it.',
    'It has been agreed that the 20k tokens at £0.002 per 1k shall not be booked.',
    'Acme: no outreach. They are under legal hold.',
    'The backup is still running, therefore please do not record a success for the job weekly-backup.',
    "ok so hold off on the new leads. please don't route anything, the rota is not sorted",
    'I would like to record 42,000 tokens; the price was 0.011 euros per thousand tokens, as our contract is in euros.',
    'Save a note every evening that the account was reviewed.',
    'We need somebody who calls the tax office and asks for an extension of the deadline.',
    'I wonder if the 20k tokens at £0.002 per 1k were booked.',
    'If it is approved, I would be grateful if 20k tokens at £0.002 per 1k could be booked.'
  ])
    t.strictSame((await asked(request)).calls, [], request)
})

t.test('how often something is to be done may stand before it', async t => {
  t.match(await planned('Every 20 minutes, verify that https://shop.example responds.'), [
    { action: 'probe', url: 'https://shop.example', everySeconds: 1200 }
  ])
})

t.test('fields are read where other habits of writing put them', async t => {
  t.match(await planned('Plan our posts on LinkedIn, three per week for four weeks, from 1 March 2027'), [
    { action: 'schedule', perWeek: 3, weeks: 4, startDate: '2027-03-01' }
  ])
  t.match(await planned('recall key oncall-w47'), [{ action: 'recall', key: 'oncall-w47' }])
  t.match(await planned('Log a heartbeat for queue-worker: success.'), [
    { action: 'heartbeat', name: 'queue-worker', signal: 'success' }
  ])
  t.match(await planned('Write a content brief about bees for teachers, and then a LinkedIn post on the same topic'), [
    { action: 'brief', topic: 'bees' },
    { action: 'synthesize', topic: 'bees', platform: 'linkedin' }
  ])
})

t.test('what is told beside a request that is complete is no step of its own', async t => {
  t.match(await planned('Our nightly export has finished. Please record a heartbeat for the job "nightly-export".'), [
    { action: 'heartbeat', name: 'nightly-export' }
  ])
  t.match(await planned("what's our margin over the last 60 days? i've got the board on thursday"), { length: 1 })
  t.match(
    await planned('Please show me the margin over the last 45 days, since I have to explain it to the controller.'),
    [{ action: 'margin_radar', days: 45 }]
  )
})

t.test('tags behind a text are no part of it, and a period without a number is one', async t => {
  t.match(await planned('Remember that we met Bob, and tag it as crm'), [{ value: 'we met Bob', tags: 'crm' }])
  t.match(await planned('Show me the margin over the last quarter'), [{ action: 'margin_radar', days: 90 }])
  t.match(await planned('Plan posts on LinkedIn for a month, 3 a week'), [{ action: 'schedule', weeks: 4, perWeek: 3 }])
})

t.test('numbers, members and a misspelled verb beside other fields are read as such', async t => {
  t.match(await planned('Score Mirefield: requested a trial, 300 employees'), [
    { employees: 300, signals: 'requested a trial' }
  ])
  t.match(await planned('Score Globex with the signals hiring and series B'), [{ signals: 'hiring, series B' }])
  t.match(await planned('Plan our Instagram posts for the next four weeks, three per week.'), [
    { perWeek: 3, weeks: 4 }
  ])
  t.match(await planned("can you rember that the van's booked in on the 9th"), [
    { value: "the van's booked in on the 9th" }
  ])
})

t.test('what is not understood of how a text is to be stored stores nothing', async t => {
  for (const request of [
    'Save a note under the key billing-contact: Denise in accounts',
    'Remember under the key billing-contact the value "Denise in accounts"',
    'I would like to store a memory with the key "billing-contact" and the value “Denise in accounts”',
    'keep in memory for 7 days: the gateway is gw3',
    'remember this: the alarm is 4711 (tag it as house)',
    'store "Gate code 7714#" as depot-gate and drop it again after an hour'
  ])
    t.strictSame((await asked(request)).calls, [], request)
})

t.test('characters for private use are kept', async t => {
  t.match(await planned('remember that the logo is \uE000 and not \uE001'), [
    { action: 'remember', value: 'the logo is \uE000 and not \uE001' }
  ])
})
