import { InvalidInput } from '@product-host/sdk'
import { SettingsRules } from '@product-host/sdk/runtime'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm } from './receiver.js'

const { configure } = testContext(leadconnect)

/** The faults of settings: the setting and the code of each. */
function issues(settings: Record<string, string>): readonly string[] {
  try {
    configure(settings)
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.issues.map(({ pointer, code }) => `${pointer.replace('#/settings/', '')} ${code}`)
  }
}

t.test('a full set of settings is accepted', async t => {
  t.strictSame(
    issues({
      ...crm,
      'destination.crm.secretPrevious': 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      'destination.crm.authorization': 'Bearer abc',
      'destination.crm.events': 'lead.created, lead.routed',
      'destination.crm.enabled': 'true',
      'destination.crm.timeoutMs': '15000',
      'rule.1.when': 'country=GB,score>=70',
      'rule.1.to': 'pool:uk',
      'rule.1.name': 'UK hot leads',
      'rule.2.when': '{"==":[{"var":"domain.type"},"business"]}',
      'rule.2.to': 'owner:priya',
      'rule.50.to': 'destination:crm',
      'pool.uk.members': 'priya:2,tom:1',
      'owner.priya.active': 'true',
      'owner.priya.capacityPerDay': '20',
      'owner.priya.hours': '09-17',
      'owner.priya.timezone': 'Europe/London',
      'owner.priya.destination': 'crm',
      'fallback.owner': 'tom',
      'fallback.destination': 'inbox',
      sticky: 'true',
      dedupeHours: '24',
      strictDestinations: 'false',
      rejectDisposable: 'false',
      allowHttp: 'false',
      timezone: 'Europe/London'
    }),
    []
  )
})

t.test('addresses are https, unless allowHttp is set, and hold no credentials', async t => {
  const address = (url: string, more = {}) => issues({ 'destination.crm.url': url, ...more })
  t.strictSame(address('http://crm.example/'), ['destination.crm.url not_https'])
  t.strictSame(address('http://crm.example/', { allowHttp: 'true' }), [])
  t.strictSame(address('https://user:pass@crm.example/'), ['destination.crm.url credentials_in_url'])
  t.strictSame(address('https://'), ['destination.crm.url invalid_url'])
  t.strictSame(address('ftp://crm.example/'), ['destination.crm.url pattern'])
})

t.test('secrets are whsec_ and 24 to 64 bytes', async t => {
  const secret = (bytes: number) =>
    issues({ ...crm, 'destination.crm.secret': `whsec_${Buffer.alloc(bytes, 7).toString('base64')}` })
  t.strictSame(secret(23), ['destination.crm.secret pattern'])
  t.strictSame([...secret(24), ...secret(32), ...secret(64)], [])
  t.strictSame(secret(65), ['destination.crm.secret pattern'])
  t.strictSame(issues({ ...crm, 'destination.crm.secret': `whsec_${'a'.repeat(33)}` }), [
    'destination.crm.secret invalid_secret'
  ])
  t.strictSame(issues({ 'destination.crm.secret': 'whsec_short' }), ['destination.crm.secret pattern'])
  t.strictSame(issues({ 'destination.crm.secretPrevious': 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }), [
    'destination.crm.secretPrevious pattern'
  ])
})

t.test('secrets are known as such, with the address that they are sent to', async t => {
  const rules = new SettingsRules(leadconnect)
  for (const part of ['secret', 'secretPrevious', 'authorization']) {
    t.ok(rules.isSecret(`destination.crm.${part}`))
    t.equal(rules.addressOf(`destination.crm.${part}`), 'destination.crm.url')
  }
  t.notOk(rules.isSecret('destination.crm.url'))
})

t.test('the built-in destinations cannot be configured', async t => {
  t.strictSame(issues({ 'destination.inbox.url': 'https://a.example/' }), ['destination.inbox.url reserved_name'])
  t.strictSame(issues({ 'destination.route.enabled': 'false' }), ['destination.route.enabled reserved_name'])
})

t.test('rules are checked, and need a target', async t => {
  t.strictSame(issues({ 'rule.1.when': '{"map":[1,2]}', 'rule.1.to': 'owner:priya' }), ['rule.1.when invalid_rule'])
  t.strictSame(issues({ 'rule.1.when': 'country=GB' }), ['rule.1.when rule_without_target'])
  t.strictSame(issues({ 'rule.1.when': 'country', 'rule.1.to': 'somebody' }), ['rule.1.to pattern'])
  t.strictSame(issues({ 'rule.51.to': 'owner:priya', 'rule.0.to': 'owner:priya' }), [], 'others are not rules')
})

t.test('targets exist', async t => {
  t.strictSame(issues({ 'rule.1.to': 'pool:uk' }), ['rule.1.to unknown_pool'])
  t.strictSame(issues({ 'rule.1.to': 'destination:crm' }), ['rule.1.to unknown_destination'])
  t.strictSame(issues({ 'rule.1.to': 'destination:inbox' }), [])
  t.strictSame(issues({ 'rule.1.to': 'destination:route' }), ['rule.1.to unknown_destination'])
  t.strictSame(issues({ 'owner.priya.destination': 'crm' }), ['owner.priya.destination unknown_destination'])
  t.strictSame(issues({ 'fallback.destination': 'crm' }), ['fallback.destination unknown_destination'])
})

t.test('an owner may be any name until owners are listed', async t => {
  t.strictSame(issues({ 'rule.1.to': 'owner:priya', 'fallback.owner': 'tom' }), [])
  t.strictSame(issues({ 'rule.1.to': 'owner:pryia', 'owner.priya.active': 'true' }), ['rule.1.to unknown_owner'])
  t.strictSame(issues({ 'fallback.owner': 'tim', 'pool.uk.members': 'tom,ann' }), ['fallback.owner unknown_owner'])
  t.strictSame(issues({ 'rule.1.to': 'owner:tom', 'pool.uk.members': 'tom,ann' }), [])
})

t.test('pools, hours, zones and numbers are checked', async t => {
  t.strictSame(issues({ 'pool.uk.members': 'tom:1,tom:2' }), ['pool.uk.members repeated_member'])
  t.strictSame(issues({ 'pool.uk.members': 'tom:0' }), ['pool.uk.members pattern'])
  t.strictSame(issues({ 'pool.uk.members': 'tom:101' }), ['pool.uk.members pattern'])
  t.strictSame(issues({ 'pool.uk.members': 'tom,,ann' }), ['pool.uk.members pattern'])
  t.strictSame(issues({ 'owner.tom.hours': '09-09:00' }), ['owner.tom.hours no_hours'])
  t.strictSame(issues({ 'owner.tom.hours': '25-26' }), ['owner.tom.hours pattern'])
  t.strictSame(issues({ 'owner.tom.timezone': 'Mars/Base' }), ['owner.tom.timezone unknown_timezone'])
  t.strictSame(issues({ timezone: 'London' }), ['timezone unknown_timezone'])
  t.strictSame(issues({ dedupeHours: '721' }), ['dedupeHours pattern'])
  t.strictSame(issues({ 'destination.crm.timeoutMs': '999' }), ['destination.crm.timeoutMs pattern'])
  t.strictSame(issues({ 'destination.crm.timeoutMs': '15001' }), ['destination.crm.timeoutMs pattern'])
  t.strictSame(issues({ 'destination.crm.events': 'lead.deleted' }), ['destination.crm.events pattern'])
  t.strictSame(issues({ sticky: 'yes' }), ['sticky enum'])
})

t.test('no issue repeats what was set', async t => {
  try {
    configure({
      'rule.1.to': 'pool:secretpool',
      'destination.crm.url': 'http://hidden.example/',
      timezone: 'Hidden/Zone'
    })
    t.fail('It was accepted.')
  } catch (error) {
    t.notMatch(JSON.stringify(error instanceof InvalidInput ? error.issues : error), /secretpool|hidden/i)
  }
})
