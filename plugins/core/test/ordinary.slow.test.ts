import t from 'tap'
import { deployAll } from './deployment.js'
import { ordinaryRequests } from './ordinary.js'

t.test('ordinary requests are carried out as they are meant', async t => {
  const { core } = await deployAll()
  for (const [goal, ...steps] of ordinaryRequests) {
    const { detail } = await core.run('agent', { goal, dryRun: true })
    const plan = detail.plan.map(({ action, input, when }) => ({ action, ...input, ...(when && { when }) }))
    t.strictSame(plan, steps, goal)
  }
})
