import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fixtures } from './deployment.js'
import { vocabularyOf } from './vocabulary.js'

/** What only a migration may change: the list in the file is all that the previous version has stored under names. */
const listed = JSON.parse(readFileSync(join(fixtures, 'vocabulary.json'), 'utf8'))

for (const kind of ['embedded', 'redis'])
  t.test(`the ${kind} fixture holds every name that is listed, and no other`, async t => {
    t.strictSame(vocabularyOf(join(fixtures, kind, 'export.jsonl')), listed)
  })

t.test('every kind of job waits in the fixtures', async t => {
  t.strictSame(listed.systemJobs, [
    'customer_email',
    'email_change_email',
    'end_charges',
    'end_trial',
    'erase',
    'remove_second_factor',
    'reset_letter',
    'security_email',
    'sign_up_letter',
    'trial_letter'
  ])
  t.strictSame(listed.productJobs, [
    'leadconnect.deliver',
    'leadconnect.resume',
    'sentinel-lite.look_at_heartbeat',
    'sentinel-lite.repeat_probe',
    'sentinel-lite.send_alert',
    'wealthnode.alert'
  ])
})
