// Eight writers that never stop. Each acknowledged write becomes a line on the standard output at once.
import { writeSync } from 'node:fs'
import { Store } from '../../host/dist/storage/store.js'
import { openStore } from './store.js'

const [path = '', round = ''] = process.argv.slice(2)
const storage = (await Store.open(await openStore(path))).namespace('account', 'kill')

async function write(writer: number): Promise<never> {
  for (let number = 0; ; number++) {
    const key = `set:${round}:${writer}:${number}`
    await storage.set(key, number)
    writeSync(1, `${key}\n`)
    const count = await storage.update([`left:${writer}`, `right:${writer}`, 'sum'], read => {
      const left = (read<number>(`left:${writer}`) ?? 0) + 1
      const writes = [
        { key: `left:${writer}`, value: left },
        { key: `right:${writer}`, value: (read<number>(`right:${writer}`) ?? 0) + 1 },
        { key: 'sum', value: (read<number>('sum') ?? 0) + 1 }
      ]
      return { writes, result: left }
    })
    writeSync(1, `left:${writer} ${count}\n`)
  }
}

await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write))
