import { SqliteBackend } from '../../../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../../../host/dist/storage/store.js'

const [path = '', times = '0'] = process.argv.slice(2)
const report = (error: Error) => process.stderr.write(`${error.message}\n`)
const store = await Store.open(await SqliteBackend.open({ path, now: Date.now, report }))
const storage = store.namespace('account', 'slug')

process.once('message', async () => {
  const increase = () =>
    storage.update(['left', 'right'], read => ({
      writes: ['left', 'right'].map(key => ({ key, value: (read<number>(key) ?? 0) + 1 })),
      result: undefined
    }))
  await Promise.all(Array.from({ length: Number(times) }, increase))
  await store.close()
  process.disconnect()
})
process.send?.('ready')
