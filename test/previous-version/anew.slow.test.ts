import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFolder } from '../fixtures/host-process.js'
import { deploymentAt, fixtures, receiverPorts } from './deployment.js'
import { outsideWorld } from './outside-world.js'
import { beganAt, live } from './scenario.js'
import { namesIn, vocabularyOf } from './vocabulary.js'

/**
 * Names that are no longer written: core plans score_lead without signals where the goal says none, and WEBHOOKS stores the state of
 * endpoints for leadconnect, and has error codes of its own.
 */
const former = [
  'data:{acc_*/core}:run:* .plan[].input.signals',
  'data:{acc_*/core}:run:* .trace[].input.signals',
  'data:{acc_*/leadconnect}:dest:crm',
  'data:{acc_*/leadconnect}:dest:crm .address',
  'data:{acc_*/leadconnect}:dest:crm .failures',
  'data:{acc_*/leadconnect}:dest:crm .openUntil',
  'data:{acc_*/leadconnect}:dest:gone',
  'data:{acc_*/leadconnect}:dest:gone .address',
  'data:{acc_*/leadconnect}:dest:gone .failures',
  'host:{jobs}:dead:* .error.code = alert_refused'
]

t.test('the host of today stores what the previous version stored', { timeout: 200_000 }, async t => {
  const folder = await dataFolder(t)
  const deployment = deploymentAt(t, folder, beganAt)
  const { madeAt } = await live(deployment, await outsideWorld(t, receiverPorts.anew))
  deployment.setTime(Date.parse(madeAt))
  const file = join(folder, 'export.jsonl')
  t.match(await deployment.operator.run('export', file), { code: 0 })
  const before = namesIn(JSON.parse(readFileSync(join(fixtures, 'vocabulary.json'), 'utf8')))
  const today = new Set(namesIn(vocabularyOf(file)))
  const gone = before.filter(name => !today.has(name))
  t.strictSame(gone, former, 'only a migration may change a name that is stored')
})
