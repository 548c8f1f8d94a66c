// Increases one number in the store of a server, 64 updates at once, when it is told to; says how long that took.
import { once } from 'node:events'
import { openSharedState } from '../../host/dist/start/shared-state.js'

const [count = ''] = process.argv.slice(2)
const { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl } = process.env
const settings = { redisUrl, databaseUrl, dataFolder: '.data', isProduction: false }
const { store } = await openSharedState(settings, error => console.error(error.message))
const storage = store.namespace('account', 'slug')
process.send?.('ready')
await once(process, 'message')
const begun = performance.now()
let left = Number(count)
const increase = async () => {
  while (left-- > 0)
    await storage.update(['count'], read => ({
      writes: [{ key: 'count', value: (read<number>('count') ?? 0) + 1 }],
      result: undefined
    }))
}
await Promise.all(Array.from({ length: 64 }, increase))
process.send?.(performance.now() - begun)
await store.close()
process.disconnect?.()
