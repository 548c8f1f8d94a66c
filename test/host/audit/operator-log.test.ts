import t from 'tap'
import { OperatorLog } from '../../../host/dist/audit/operator-log.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

async function opened() {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  return { clock, store, log: new OperatorLog(store, clock) }
}

t.test('an entry says who did what to what, when and from where, and stores no address', async t => {
  const { log } = await opened()
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
  await log.record({ account: 'acc_1', address: '192.0.2.7', browser }, 'account_disabled', 'acc_2')
  await log.record({ user: 'root' }, 'dead_letter_replayed', 'letter')
  const at = '2026-01-01T12:00:00.000Z'
  t.strictSame((await log.page(10)).entries, [
    { number: 2, at, what: 'dead_letter_replayed', on: 'letter', user: 'root' },
    {
      number: 1,
      at,
      what: 'account_disabled',
      on: 'acc_2',
      account: 'acc_1',
      network: '192.0.2.0/24',
      browser: 'Firefox on Linux'
    }
  ])
})

t.test('the log is read page by page, the latest entries first', async t => {
  const { log } = await opened()
  await Promise.all(Array.from({ length: 25 }, (_, index) => log.record({ user: 'root' }, 'job_cancelled', `${index}`)))
  const numbers: number[] = []
  let before: number | null | undefined
  while (before !== null) {
    const { entries, next } = await log.page(10, before)
    numbers.push(...entries.map(({ number }) => number))
    before = next
  }
  t.strictSame(
    numbers,
    Array.from({ length: 25 }, (_, index) => 25 - index)
  )
})

t.test('the log stores 10,000 entries for 400 days', async t => {
  const { log, store, clock } = await opened()
  for (const on of ['first', 'second']) await log.record({ user: 'root' }, 'job_cancelled', on)
  await store.own('operator-log').set('last', 10_000)
  await log.record({ user: 'root' }, 'job_cancelled', 'the next')
  t.strictSame(
    (await log.page(10)).entries.map(({ number, on }) => `${number} ${on}`),
    ['10001 the next', '2 second']
  )
  clock.advance(400 * 24 * 60 * 60 * 1000)
  t.strictSame(await log.page(10), { entries: [], next: null })
  await log.record({ user: 'root' }, 'job_cancelled', 'later')
  t.match(await log.page(10), { entries: [{ number: 10_002 }] }, 'numbers are never used again')
})
