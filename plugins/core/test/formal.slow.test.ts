import t from 'tap'
import { tryRequests, unasked } from './requests.js'

const { asked, idle, planned } = tryRequests()

t.test('what one part says is not wanted is not done by another', async t => {
  t.match(await asked('Assess Brightwater Glass, signals: answered our email, but do not draft any outreach.'), {
    calls: []
  })
  t.match(await planned('Score Brightwater Glass: hiring, but do not draft an email'), [{ action: 'score_lead' }])
})

t.test('a formal condition is one, or nothing is run', async t => {
  const { core } = await idle
  for (const condition of [
    'Where the score of Acme is below 40',
    'On condition that Acme scores above 40',
    'In the event that Acme scores above 40',
    'Providing that Acme scores above 40'
  ]) {
    const { detail } = await core.run('agent', { goal: `${condition}, remember to ring Acme.`, dryRun: true })
    t.match(detail.plan, [{ action: 'score_lead' }, { action: 'remember', when: Object }], condition)
  }
  for (const request of [
    'Should the quarter close with a loss, remember to ring the bank.',
    'Where a supplier is late, remember to order elsewhere.'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
})

t.test('a general question writes nothing', async t => {
  for (const request of [
    'What goes into an excellent content brief?',
    'What makes an outreach email effective?',
    'How does one write a content brief?'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
})

t.test('an order to delete makes nothing', async t => {
  for (const request of [
    'Discard each outreach email that you hold.',
    'Purge every content brief.',
    'Please get rid of the outreach emails.',
    'Erase all of the scheduled posts.'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
})

t.test('a sentence that only says what a request is about belongs to it', async t => {
  t.match(await planned('Halden Freight has a budget for this year. Calculate their lead score.'), [
    { action: 'score_lead', companyName: 'Halden Freight' }
  ])
  t.match(await planned('Subject: urban beekeeping. Kindly prepare the content brief.'), [
    { action: 'brief', topic: 'urban beekeeping' }
  ])
  t.match(await planned('We have received an enquiry from ana@pale.example. Please enrich that address.'), [
    { action: 'enrich', email: 'ana@pale.example' }
  ])
  t.match(await planned('What margin does each model yield? Consider the previous 21 days.'), [
    { action: 'margin_radar', days: 21, groupBy: 'model' }
  ])
  t.strictSame(await planned('The run of tide-tables has failed; signal its failure by heartbeat.'), [
    { action: 'heartbeat', name: 'tide-tables', signal: 'fail' }
  ])
})

t.test('formal words and who asks are understood', async t => {
  t.match(await planned('Our director requests a content brief concerning tidal power, intended for engineers.'), [
    { action: 'brief', topic: 'tidal power', audience: 'engineers' }
  ])
  t.match(await planned('Probe https://a.example at intervals of 20 minutes.'), [{ everySeconds: 1200 }])
  t.match(await planned('Remember that Dr. Amsel prefers letters.'), [{ value: 'Dr. Amsel prefers letters' }])
  t.match(await planned('Report the profitability by customer for the preceding 40 days.'), [
    { action: 'margin_radar', days: 40, groupBy: 'customer' }
  ])
  t.match(await asked('Our director never wants a content brief concerning tidal power.'), { calls: [] })
})
