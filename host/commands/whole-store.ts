import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { isoTime, realClock } from '../clock.js'
import { linesOf, readExport } from '../storage/lines.js'
import { newestSchema } from '../storage/schema.js'
import { beginFile, finishFile } from '../storage/sqlite-copy.js'
import { snapshotOf } from '../storage/sqlite-snapshot.js'
import type { Whole } from '../storage/whole.js'
import { print } from './print.js'
import { progress } from './progress.js'
import { withPlace } from './with-place.js'

interface Options {
  readonly json?: boolean
  readonly replace?: boolean
}

/** Characters that are written together. */
const partLength = 256 * 1024
const keyless =
  'Secrets stay encrypted in it: keep the keys that open them (ENCRYPTION_KEYS, or encryption.key in DATA_DIR) elsewhere.'

/** `product-host backup`, `restore`, `export` and `import` */
export function wholeStoreCommands(environment: NodeJS.ProcessEnv): readonly Command[] {
  const backup = new Command('backup')
    .description('write everything into one file, as it is at one moment; hosts may run meanwhile')
    .argument('<file>', 'the file to make; it must not exist yet')
    .option('--json', 'for scripts')
    .action(async (file: string, { json }: Options) => {
      const bytes = await withPlace(environment, place => place.backUp(file, progress('backup', undefined)))
      print(json, { file: resolve(file), bytes }, [`Wrote ${resolve(file)}, ${bytes} bytes, and checked it.`, keyless])
    })

  const restore = new Command('restore')
    .description('put a back-up in the place of the store; stop every host first')
    .argument('<file>', 'the back-up')
    .option('--replace', 'also where there is a store: an embedded one is kept beside the new one')
    .option('--json', 'for scripts')
    .action(async (file: string, options: Options) => {
      await put(environment, file, options, () => backUpOf(resolve(file)))
    })

  const exporting = new Command('export')
    .description('write everything as JSON Lines; hosts may run meanwhile')
    .argument('[file]', 'the file to make; standard output if left out')
    .option('--json', 'for scripts')
    .action(async (file: string | undefined, { json }: Options) => {
      const records = await withPlace(environment, async place => writeLines(file, await place.whole()))
      if (file === undefined) return
      print(json, { file: resolve(file), records }, [`Wrote ${records} records into ${resolve(file)}.`, keyless])
    })

  const importing = new Command('import')
    .description('make the store of an export; stop every host first')
    .argument('<file>', 'the export')
    .option('--replace', 'also where there is a store: an embedded one is kept beside the new one')
    .option('--json', 'for scripts')
    .action((file: string, options: Options) => put(environment, file, options, () => readExport(file)))

  return [backup, restore, exporting, importing]
}

/** Throws, in a sentence, for what is no back-up that can be used. */
function backUpOf(file: string): Whole {
  if (!existsSync(file)) throw new Error(`There is no back-up ${file}.`)
  if (!statSync(file).isFile()) throw new Error(`${file} is a folder; name the back-up in it.`)
  try {
    return snapshotOf(file, true)
  } catch (error) {
    throw new Error(`${file} cannot be restored. ${error instanceof Error ? error.message : error}`)
  }
}

async function put(
  environment: NodeJS.ProcessEnv,
  file: string,
  { json, replace = false }: Options,
  read: () => Whole | Promise<Whole>
): Promise<void> {
  const { schema, count, records } = await read()
  if (schema > newestSchema)
    throw new Error(
      `${resolve(file)} has schema version ${schema}; this host knows versions up to ${newestSchema}. Use a host that is as new.`
    )
  const replaced = await withPlace(environment, place => place.replace(records, replace, progress('writing', count)))
  const { former } = replaced
  print(json, { file: resolve(file), records: replaced.records, former: former ?? null }, [
    `Wrote ${replaced.records} records of ${resolve(file)} into the store.`,
    ...(former === undefined ? [] : [`The store that was there before is ${former}.`])
  ])
}

/** Prints text as it is made; who reads it may stop, as `head` does. */
async function printAll(parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(parts, { highWaterMark: 1 }), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** Writes lines into a file, which has its name once it is whole, or to standard output; gives the number of records. */
async function writeLines(file: string | undefined, whole: Whole): Promise<number> {
  const tick = progress('export', whole.count)
  let lines = 0
  async function* parts(): AsyncGenerator<string, void> {
    let part = ''
    for await (const line of linesOf(whole, isoTime(realClock().now()))) {
      part += `${line}\n`
      tick(lines++)
      if (part.length < partLength) continue
      yield part
      part = ''
    }
    yield part
  }
  if (file === undefined) await printAll(parts())
  else {
    const partial = beginFile(file)
    const handle = await open(partial, 'w')
    await pipeline(Readable.from(parts(), { highWaterMark: 1 }), handle.createWriteStream())
    finishFile(partial, file)
  }
  return lines - 2
}
