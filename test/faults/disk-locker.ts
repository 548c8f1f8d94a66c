// Holds a store's file for itself for so many milliseconds, as a back-up tool that misbehaves might.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

const [path = '', milliseconds = ''] = process.argv.slice(2)
const database = new DatabaseSync(path)
database.exec('BEGIN EXCLUSIVE')
process.stdout.write('locked')
await delay(Number(milliseconds))
database.exec('ROLLBACK')
database.close()
