import t from 'tap'
import { Hold, withHold } from '../../../host/dist/storage/hold.js'
import { backendLocation } from '../../../host/dist/storage/location.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { storeKinds } from '../../fixtures/stores.js'

const held = { since: '2026-01-01T00:00:00.000Z', by: 'hold' } as const

/** What is logged, the latest last. */
function logging() {
  const lines: string[] = []
  const add = (...words: readonly unknown[]) => void lines.push(String(words.at(-1)))
  return { lines, logger: { info: add, warn: add } }
}

for (const { name, without, start } of storeKinds)
  t.test(`${name}: every host sees that its store is held and released`, { skip: without }, async t => {
    const open = await (await start(t))(t)
    const { lines, logger } = logging()
    const [command, host] = [new Hold(await open(), logging().logger), new Hold(await open(), logger)]
    t.equal(await host.read(), undefined)
    host.refuse()
    t.equal(await command.begin(held), true)
    t.equal(await command.begin({ ...held, since: '2026-01-02T00:00:00.000Z' }), false)
    t.strictSame(await host.read(), held)
    t.strictSame(host.held, held)
    await host.read()
    t.throws(() => host.refuse(), { code: 'held', status: 503, options: { retryAfter: 60 } })
    t.equal(await command.end(), true)
    t.equal(await command.end(), false)
    t.equal(await host.read(), undefined)
    host.refuse()
    t.match(lines, [/^the store is held: .*"product-host resume"$/, /^the store is no longer held/])
  })

t.test(
  'a store is held from its first moment where the records are restored with the mark, and only there',
  async t => {
    const from = memoryBackend(Date.now)
    await new Hold(await Store.open(from), logging().logger).begin(held)
    const restored = { since: '2026-01-03T00:00:00.000Z', by: 'restore' } as const
    for (const mark of [restored, undefined]) {
      const to = memoryBackend(Date.now)
      const dump = await backendLocation(from, 'from').dump()
      await backendLocation(to, 'to').replace(withHold(dump, mark), false, () => undefined)
      t.strictSame(await new Hold(await Store.open(to), logging().logger).read(), mark)
    }
  }
)
