import t from 'tap'
import { entries } from '../../../host/dist/storage/entries.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'

/** A storage of 45 records, and the text under one of its keys as a test sets it. */
async function start() {
  const backend = memoryBackend(() => 0)
  const storage = (await Store.open(backend)).own('things')
  const keys = Array.from({ length: 45 }, (_, index) => `k${String(index).padStart(2, '0')}`)
  for (const key of keys) await storage.set(key, key)
  await storage.set('other', 1)
  const write = (key: string, text: string) => backend.set(`host:{things}:${key}`, text)
  return { storage, keys, write }
}

async function all(...[storage, prefix, options]: Parameters<typeof entries>): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { key, value } of entries(storage, prefix, options)) found.push(value === key ? key : `${key}!`)
  return found
}

t.test('all entries of a prefix come once and in order, from both ends, and after a key', async t => {
  const { storage, keys } = await start()
  t.strictSame(await all(storage, 'k'), keys)
  t.strictSame(await all(storage, 'k', { reverse: true }), keys.toReversed())
  t.strictSame(await all(storage, 'k', { after: 'k03' }), keys.slice(4))
  t.strictSame(await all(storage, 'k', { after: 'k03', reverse: true }), ['k02', 'k01', 'k00'])
  t.strictSame(await all(storage, 'none'), [])
})

t.test('an unreadable record ends the entries, or is told of and passed over alone', async t => {
  for (const reverse of [false, true]) {
    const { storage, keys, write } = await start()
    const broken = ['k00', 'k21', 'k22', 'k44']
    for (const key of broken) await write(key, '{')
    await t.rejects(all(storage, 'k', { reverse }), { name: 'UnreadableRecord' })
    const told: string[] = []
    const unreadable = ({ key }: { key: string }) => void told.push(key)
    const inOrder = (some: readonly string[]) => (reverse ? some.toReversed() : some)
    const readable = keys.filter(key => !broken.includes(key))
    t.strictSame(await all(storage, 'k', { reverse, unreadable }), inOrder(readable))
    t.strictSame(told, inOrder(broken))
  }
})

t.test('an error that is not of one record ends the entries', async t => {
  const { storage } = await start()
  const away = Object.assign(Object.create(storage), { list: () => Promise.reject(new Error('away')) })
  await t.rejects(all(away, 'k', { unreadable: () => undefined }), { message: 'away' })
})

t.test('what is told of an unreadable record is waited for, and ends the entries where it fails', async t => {
  const { storage, write } = await start()
  await write('k03', '{')
  await t.rejects(all(storage, 'k', { unreadable: () => Promise.reject(new Error('not deleted')) }), {
    message: 'not deleted'
  })
})
