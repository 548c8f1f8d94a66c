import t from 'tap'
import { deploy } from '../deployment.js'
import { outside } from './outside.js'

t.test('a step that only reads may fail where a later one reports its result', async t => {
  const { core } = deploy([outside])
  const goal = 'send a letter and remember the result'
  const { ok, detail, summary } = await core.run('agent', { goal, allowExternal: true })
  t.equal(ok, true)
  t.match(detail.trace, [{ status: 'failed' }, { status: 'ok', input: { value: 'There is no paper.' } }])
  t.equal(summary, 'Completed 1 of 2 steps: There is no paper; Remembered "send-letter" (version 1).')
  const blocked = await core.run('agent', { goal })
  t.equal(blocked.detail.error?.code, 'external_blocked')
})
