import t from 'tap'
import { Cancellation, Deadlines, type Timed } from '../../../host/dist/resilience/cancellation.js'

function timed(ms: number): Timed {
  return { endsAt: performance.now() + ms, cancellation: new Cancellation(), position: -1 }
}

/** Resolves with the reason when the call is cancelled; the deadlines' own timer keeps no process running. */
async function cancelled({ cancellation }: Timed): Promise<string> {
  const timer = setInterval(() => undefined, 1_000)
  const reason = await new Promise<string>(resolve => cancellation.listen(resolve))
  clearInterval(timer)
  return reason
}

t.test('a call is cancelled at its deadline, not before, and others go on', async t => {
  const deadlines = new Deadlines()
  const [short, long, ended] = [timed(20), timed(60_000), timed(10)]
  for (const call of [ended, short, long]) deadlines.add(call)
  deadlines.remove(ended)
  t.equal(await cancelled(short), 'deadline')
  t.ok(performance.now() >= short.endsAt)
  t.equal(long.cancellation.reason, undefined)
  t.equal(ended.cancellation.reason, undefined)
})

t.test('one that is over when it is added is cancelled at the next look', async t => {
  const deadlines = new Deadlines()
  const call = timed(-1)
  deadlines.add(call)
  t.equal(call.cancellation.reason, undefined)
  t.equal(await cancelled(call), 'deadline')
  deadlines.remove(call)
})
