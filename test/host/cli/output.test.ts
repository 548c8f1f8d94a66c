import t from 'tap'
import { Problem, StoreUnavailable } from '../../../host/dist/base/problems.js'
import { failureText } from '../../../host/dist/cli/output.js'
import { SettingsError } from '../../../host/dist/settings.js'

const fault = { pointer: '#/scopes/0', detail: 'is no scope', fix: 'Send one such as core:execute.' }
const refusal = new Problem('invalid_input', 'The body does not fit; see errors.', { errors: [fault] })

t.test('a person reads the reason, and each fault of what was given', async t => {
  t.equal(failureText(new Error('There is no key.'), 1), 'product-host: There is no key.\n')
  t.equal(
    failureText(refusal, 1),
    'product-host: The body does not fit; see errors.\n  #/scopes/0 is no scope. Send one such as core:execute.\n'
  )
})

t.test('a script gets a problem object, of a refusal with its own code', async t => {
  process.argv.push('--json')
  t.teardown(() => process.argv.pop())
  const problem = (error: unknown, exitCode = 1) => JSON.parse(failureText(error, exitCode))
  t.strictSame(problem(refusal), {
    type: 'urn:product-host:problem:invalid_input',
    title: 'The input is not valid.',
    ok: false,
    code: 'invalid_input',
    detail: 'The body does not fit; see errors.',
    errors: [fault],
    exitCode: 1
  })
  const wait = new Problem('overloaded', 'Stop the calls first.')
  t.match(problem(wait), { code: 'overloaded', detail: 'Stop the calls first.' })
  t.notOk('errors' in problem(wait))
  t.match(problem(new StoreUnavailable('It is away.')), { code: 'store_unavailable' })
  t.match(problem(new SettingsError('PORT is none.'), 78), { code: 'wrong_configuration', exitCode: 78 })
  t.match(problem(new Error('none')), { code: 'command_failed', title: 'The command failed' })
})
