import { InvalidInput } from '@product-host/sdk'
import { SettingsRules } from '@product-host/sdk/runtime'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm } from './receiver.js'

const { configure } = testContext(leadconnect)

/** The faults of settings: the setting and the code of each. */
function faults(settings: Record<string, string>): readonly string[] {
  try {
    configure(settings)
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.faults.map(({ pointer, code }) => `${pointer.replace('#/settings/', '')} ${code}`)
  }
}

t.test('a full set of settings is accepted', async t => {
  t.strictSame(
    faults({
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
  const address = (url: string, more = {}) => faults({ 'destination.crm.url': url, ...more })
  t.strictSame(address('http://crm.example/'), ['destination.crm.url not_https'])
  t.strictSame(address('http://crm.example/', { allowHttp: 'true' }), [])
  t.strictSame(address('https://user:pass@crm.example/'), ['destination.crm.url credentials_in_url'])
  t.strictSame(address('https://'), ['destination.crm.url invalid_url'])
  t.strictSame(address('ftp://crm.example/'), ['destination.crm.url pattern'])
})

t.test('secrets are whsec_ and 24 to 64 bytes', async t => {
  const secret = (bytes: number) =>
    faults({ ...crm, 'destination.crm.secret': `whsec_${Buffer.alloc(bytes, 7).toString('base64')}` })
  t.strictSame(secret(23), ['destination.crm.secret pattern'])
  t.strictSame([...secret(24), ...secret(32), ...secret(64)], [])
  t.strictSame(secret(65), ['destination.crm.secret pattern'])
  t.strictSame(faults({ ...crm, 'destination.crm.secret': `whsec_${'a'.repeat(33)}` }), [
    'destination.crm.secret invalid_secret'
  ])
  t.strictSame(faults({ 'destination.crm.secret': 'whsec_short' }), ['destination.crm.secret pattern'])
  t.strictSame(faults({ 'destination.crm.secretPrevious': 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }), [
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
  t.strictSame(faults({ 'destination.inbox.url': 'https://a.example/' }), ['destination.inbox.url reserved_name'])
  t.strictSame(faults({ 'destination.route.enabled': 'false' }), ['destination.route.enabled reserved_name'])
})

t.test('rules are judged, and need a target', async t => {
  t.strictSame(faults({ 'rule.1.when': '{"map":[1,2]}', 'rule.1.to': 'owner:priya' }), ['rule.1.when invalid_rule'])
  t.strictSame(faults({ 'rule.1.when': 'country=GB' }), ['rule.1.when rule_without_target'])
  t.strictSame(faults({ 'rule.1.when': 'country', 'rule.1.to': 'somebody' }), ['rule.1.to pattern'])
  t.strictSame(faults({ 'rule.51.to': 'owner:priya', 'rule.0.to': 'owner:priya' }), [], 'others are not rules')
})

t.test('targets exist', async t => {
  t.strictSame(faults({ 'rule.1.to': 'pool:uk' }), ['rule.1.to unknown_pool'])
  t.strictSame(faults({ 'rule.1.to': 'destination:crm' }), ['rule.1.to unknown_destination'])
  t.strictSame(faults({ 'rule.1.to': 'destination:inbox' }), [])
  t.strictSame(faults({ 'rule.1.to': 'destination:route' }), ['rule.1.to unknown_destination'])
  t.strictSame(faults({ 'owner.priya.destination': 'crm' }), ['owner.priya.destination unknown_destination'])
  t.strictSame(faults({ 'fallback.destination': 'crm' }), ['fallback.destination unknown_destination'])
})

t.test('an owner may be any name until owners are listed', async t => {
  t.strictSame(faults({ 'rule.1.to': 'owner:priya', 'fallback.owner': 'tom' }), [])
  t.strictSame(faults({ 'rule.1.to': 'owner:pryia', 'owner.priya.active': 'true' }), ['rule.1.to unknown_owner'])
  t.strictSame(faults({ 'fallback.owner': 'tim', 'pool.uk.members': 'tom,ann' }), ['fallback.owner unknown_owner'])
  t.strictSame(faults({ 'rule.1.to': 'owner:tom', 'pool.uk.members': 'tom,ann' }), [])
})

t.test('pools, hours, zones and numbers are judged', async t => {
  t.strictSame(faults({ 'pool.uk.members': 'tom:1,tom:2' }), ['pool.uk.members repeated_member'])
  t.strictSame(faults({ 'pool.uk.members': 'tom:0' }), ['pool.uk.members pattern'])
  t.strictSame(faults({ 'pool.uk.members': 'tom:101' }), ['pool.uk.members pattern'])
  t.strictSame(faults({ 'pool.uk.members': 'tom,,ann' }), ['pool.uk.members pattern'])
  t.strictSame(faults({ 'owner.tom.hours': '09-09:00' }), ['owner.tom.hours no_hours'])
  t.strictSame(faults({ 'owner.tom.hours': '25-26' }), ['owner.tom.hours pattern'])
  t.strictSame(faults({ 'owner.tom.timezone': 'Mars/Base' }), ['owner.tom.timezone unknown_timezone'])
  t.strictSame(faults({ timezone: 'London' }), ['timezone unknown_timezone'])
  t.strictSame(faults({ dedupeHours: '721' }), ['dedupeHours pattern'])
  t.strictSame(faults({ 'destination.crm.timeoutMs': '999' }), ['destination.crm.timeoutMs pattern'])
  t.strictSame(faults({ 'destination.crm.timeoutMs': '15001' }), ['destination.crm.timeoutMs pattern'])
  t.strictSame(faults({ 'destination.crm.events': 'lead.deleted' }), ['destination.crm.events pattern'])
  t.strictSame(faults({ sticky: 'yes' }), ['sticky enum'])
})

t.test('no fault repeats what was set', async t => {
  try {
    configure({
      'rule.1.to': 'pool:secretpool',
      'destination.crm.url': 'http://hidden.example/',
      timezone: 'Hidden/Zone'
    })
    t.fail('It was accepted.')
  } catch (error) {
    t.notMatch(JSON.stringify(error instanceof InvalidInput ? error.faults : error), /secretpool|hidden/i)
  }
})
