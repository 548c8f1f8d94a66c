import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'

/** Waits for changes, and how many of them have ended. */
function waiting(t: Test) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const signals = new RunSignals()
  const given = new AbortController()
  const ended: string[] = []
  const wait = async (name: string, id: string, ms = 1_000) => {
    const watch = signals.watch(id)
    await watch.change(ms, given.signal)
    watch.stop()
    ended.push(name)
  }
  /** Lets those whose wait is over go on. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await undefined
    return ended.toSorted()
  }
  return { signals, given, wait, settle }
}

t.test('a change of a run ends the waits for it, and no others', async t => {
  const { signals, wait, settle } = waiting(t)
  void wait('one', 'a')
  void wait('two', 'a')
  void wait('three', 'b')
  signals.changed('a')
  t.strictSame(await settle(), ['one', 'two'])
  void wait('four', 'a')
  t.strictSame(await settle(), ['one', 'two'], 'a change that was before ends no wait')
  signals.changed('a')
  signals.changed('b')
  t.strictSame(await settle(), ['four', 'one', 'three', 'two'])
})

t.test('a wait ends with its time or its signal, and leaves the others', async t => {
  const { signals, given, wait, settle } = waiting(t)
  void wait('short', 'a', 100)
  void wait('long', 'a', 200)
  mock.timers.tick(99)
  t.strictSame(await settle(), [])
  mock.timers.tick(1)
  t.strictSame(await settle(), ['short'])
  signals.changed('a')
  t.strictSame(await settle(), ['long', 'short'])
  t.equal(getEventListeners(given.signal, 'abort').length, 0, 'nothing listens on')
  void wait('left', 'a')
  given.abort()
  t.strictSame(await settle(), ['left', 'long', 'short'])
  void wait('late', 'a')
  t.strictSame(await settle(), ['late', 'left', 'long', 'short'], 'who has left already does not wait')
})

t.test('a watch misses no change while its reader is busy, and ends with what it was told', async t => {
  const { signals, given, settle } = waiting(t)
  const watch = signals.watch('a')
  const ended: string[] = []
  const wait = (name: string) => void watch.change(1_000, given.signal).then(() => ended.push(name))
  signals.changed('a')
  signals.changed('a')
  wait('at once')
  await settle()
  wait('later')
  await settle()
  t.strictSame(ended, ['at once'])
  watch.stop()
  signals.changed('a')
  await settle()
  t.strictSame(ended, ['at once'], 'a watch that was stopped is told nothing')
  mock.timers.tick(1_000)
  await settle()
  t.strictSame(ended, ['at once', 'later'])
})

t.test('every listener is told of every run that is accepted', t => {
  const signals = new RunSignals()
  const told: string[] = []
  signals.accepted()
  signals.onAccepted(() => told.push('one'))
  signals.onAccepted(() => told.push('two'))
  signals.accepted()
  signals.accepted()
  t.strictSame(told, ['one', 'two', 'one', 'two'])
  t.end()
})
