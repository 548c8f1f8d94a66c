import t from 'tap'
import { ActionIndexes, Router } from '../../dist/reading/router.js'
import { deployAll, learn } from '../deployment.js'
import { kettle } from './kettle.js'

t.test('until the model of the served products is trained, the shipped one and the words of a text answer', async t => {
  const { products } = await deployAll([kettle])
  const logged: unknown[] = []
  const log = (...line: unknown[]) => logged.push(line)
  const indexes = new ActionIndexes({ info: log, warn: log, error: log })
  const clock = { now: () => 0, ulid: () => '' }
  const router = await new Router(products, clock, indexes).ready()
  const index = await indexes.current(products)
  const shipped = index.model?.labels ?? []
  t.ok(shipped.includes('core.remember'))
  t.notOk(shipped.includes('kettle.brew'), 'nobody waits for the training')
  const leads = (text: string) => {
    const { decision, candidates } = router.route(text, { threshold: 0.3 })
    return [decision, candidates[0]?.target.id]
  }
  t.strictSame(leads('please brew 3 cups of bean: robusta'), ['matched', 'kettle.brew'])
  t.strictSame(leads('serve any hot drink')[0], 'ambiguous')
  t.strictSame(leads('remember that Acme pays late'), ['matched', 'core.remember'])
  t.strictSame(leads('the weather was fine yesterday')[0], 'none')
  await learn(products)
  // Whoever asked for the training first hears of its end first.
  t.ok(index.model?.labels.includes('kettle.brew'), 'the same index knows more once it is trained')
  t.strictSame(logged, [])
})
