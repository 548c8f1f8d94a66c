import t from 'tap'
import { deployAll } from '../deployment.js'

/** Milliseconds of CPU time that the longest text may take. Most take less than 100; what grows with a power of the length took minutes. */
const longestMs = 2_000

/** Parts that repeat up to the greatest length of a text, with what stands before and behind them. */
const repeated: readonly (readonly [before: string, part: string, behind: string])[] = [
  // White space of each kind.
  ['a', ' ', 'b'],
  ['a', '\n', 'b'],
  ['a', '\u00a0', 'b'],
  ['remember that', ' \t\n', 'a is b'],
  // What two parts of an expression could each take.
  ['hi', ' team', ' 1'],
  ['please score Acme. Thanks', ' for your help in advance', '!1'],
  ['remember that a is b, tags ', '-and-', ':'],
  ['delete my a', ' , my b', ' and my c1;'],
  ['my a', ', the b', ' and my c did not'],
  ['', 'the backup has has failed, ', 'x'],
  ['remember that ', 'the a has b, ', 'the c has d is e'],
  ['score these leads: ', 'A (x) ; ', '!'],
  ['please', ' now', ' be'],
  ['at ', 'a', ' .'],
  ['at £', '1 111', ' x'],
  ['if the score', ' of', ' x'],
  ['every monday', ', every monday', ' at 8'],
  ['every day at 8', ' every day at 8', 'x'],
  // Long words, and signs that open what is never closed.
  ['', '漢', ''],
  ['', 'a-', ''],
  ['', 'a.', ''],
  ['', '“', ''],
  ['a', '!', 'b'],
  ['a', ',', 'b']
]

t.test('a text is read in little time, whatever repeats in it', async t => {
  const { core } = await deployAll()
  await core.run('route', { intent: 'remember that a is b' })
  for (const [before, part, behind] of repeated) {
    const text = (length: number) =>
      `${before}${part.repeat(length).slice(0, length - before.length - behind.length)}${behind}`
    const start = process.cpuUsage()
    await core.run('route', { intent: text(1_000) })
    await core.run('agent', { goal: text(2_000), dryRun: true })
    const { user } = process.cpuUsage(start)
    t.ok(user / 1_000 < longestMs, `${JSON.stringify(before + part + part)}: ${Math.round(user / 1_000)} ms`)
  }
})

t.test('white space of any kind and length is read as one space, or as one line break', async t => {
  const { core } = await deployAll()
  const plain = await core.run('route', { intent: 'score the lead Acme, signals: hiring' })
  const wide = await core.run('route', { intent: '  score \u00a0 the\t\tlead   Acme,\u3000signals:  hiring ' })
  t.strictSame(wide.detail.chosen, plain.detail.chosen)
})
