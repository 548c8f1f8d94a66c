import t from 'tap'
import { deployAll } from '../deployment.js'

/** Milliseconds of CPU time that the longest text may take. Most take less than 100; those that grow with a power of the length took minutes. */
const longestMs = 2_000

/** Texts of the greatest length, of which a part repeats. */
const repeated: readonly (readonly [before: string, part: string, behind: string])[] = [
  ['a', ' ', 'b'],
  ['a', '\n', 'b'],
  ['a', '\t', 'b'],
  ['a', '\u00a0', 'b'],
  ['a', ' \n', 'b'],
  ['please ', '  ', ', score Acme'],
  ['remember that', '   ', 'a is b']
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
    t.ok(user / 1_000 < longestMs, `${JSON.stringify(part)}: ${Math.round(user / 1_000)} ms`)
  }
})

t.test('white space of any kind and length is read as one space, or as one line break', async t => {
  const { core } = await deployAll()
  const plain = await core.run('route', { intent: 'score the lead Acme, signals: hiring' })
  const wide = await core.run('route', { intent: '  score \u00a0 the\t\tlead   Acme,\u3000signals:  hiring ' })
  t.strictSame(wide.detail.chosen, plain.detail.chosen)
})
