import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { isoTime, realClock } from '../../base/clock.js'
import { exists } from '../../base/files.js'
import { readSettings } from '../../settings.js'
import { type Dump, readJsonl, toJsonl } from '../../storage/dump.js'
import { withHold } from '../../storage/hold.js'
import type { StoreLocation } from '../../storage/location.js'
import { beginFile, finishFile } from '../../storage/new-file.js'
import { newestSchema } from '../../storage/schema.js'
import { serverLocation, serverStore } from '../../storage/server-stores.js'
import { sqliteLocation } from '../../storage/sqlite/location.js'
import { dumpSnapshot, snapshotBelow } from '../../storage/sqlite/snapshot.js'
import { verifyBackUp } from '../../storage/sqlite/verify.js'
import { print, progress, table, warn } from '../output.js'
import { requireKeys } from './stored-records.js'

interface Options {
  readonly json?: boolean
  readonly replace?: boolean
  readonly resume?: boolean
  readonly verify?: boolean
}

/** The number of characters in one write. */
const partLength = 256 * 1024

const keyless =
  'Its secrets stay encrypted: store the keys that decrypt them (ENCRYPTION_KEYS, or encryption.key in DATA_DIR) separately.'

const heldText =
  'The store is held: its hosts start no jobs, schedules, hooks, webhooks or e-mails until "product-host resume".'

const resumeMeaning = 'do not hold the store: nothing else runs the jobs that it has, or will again'

/** `product-host backup`, `restore`, `export` and `import` */
export function backupCommands(environment: NodeJS.ProcessEnv): readonly Command[] {
  const backup = new Command('backup')
    .description('write everything into one file, as of one moment; hosts may run')
    .argument('<file>', 'the file to make; it must not exist yet')
    .option('--json', 'for scripts')
    .action(async (file: string, { json }: Options) => {
      const bytes = await withLocation(environment, location => location.backUp(file, progress('backup', undefined)))
      print(json, { file: resolve(file), bytes }, [`Wrote ${resolve(file)}, ${bytes} bytes, and checked it.`, keyless])
    })

  const restore = new Command('restore')
    .description('replace the store by a backup; stop every host first')
    .argument('<file>', 'the back-up')
    .option('--replace', 'replace an existing store; an embedded one is renamed and kept')
    .option('--resume', resumeMeaning)
    .addOption(
      new Option(
        '--verify',
        'change nothing: make a store from it in a temporary folder, and compare each record'
      ).conflicts(['replace', 'resume'])
    )
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      '\nWith --verify, exits with 0 where the back-up is whole and the encryption keys decrypt its secrets, and otherwise with 1.'
    )
    .action(async (file: string, options: Options) => {
      if (options.verify) await verify(environment, resolve(file), options)
      else await replaceStoreWith(environment, file, 'restore', options, () => backUpOf(resolve(file)))
    })

  const exporting = new Command('export')
    .description('write everything as JSON Lines; hosts may run')
    .argument('[file]', 'the file to make; standard output if left out')
    .option('--json', 'for scripts')
    .action(async (file: string | undefined, { json }: Options) => {
      const records = await withLocation(environment, async location => writeLines(file, await location.dump()))
      if (file === undefined) return
      print(json, { file: resolve(file), records }, [`Wrote ${records} records into ${resolve(file)}.`, keyless])
    })

  const importing = new Command('import')
    .description('create the store from an export; stop every host first')
    .argument('<file>', 'the export')
    .option('--replace', 'replace an existing store; an embedded one is renamed and kept')
    .option('--resume', resumeMeaning)
    .option('--json', 'for scripts')
    .action((file: string, options: Options) =>
      replaceStoreWith(environment, file, 'import', options, () => readJsonl(file))
    )

  return [backup, restore, exporting, importing]
}

/** Throws, in a sentence, if a file is not a usable back-up. */
function backUpOf(file: string): Dump {
  if (!exists(file)) throw new Error(`There is no back-up ${file}.`)
  if (!statSync(file).isFile()) throw new Error(`${file} is a folder; name the back-up in it.`)
  try {
    return dumpSnapshot(file, true)
  } catch (error) {
    throw new Error(`${file} cannot be restored. ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads a back-up completely, and prints what a restore would bring back. Throws, in a sentence, where it would not. */
async function verify(environment: NodeJS.ProcessEnv, file: string, { json }: Options): Promise<void> {
  const dump = backUpOf(file)
  requireNewestSchema(file, dump)
  const { records, expired, kinds } = await verifyBackUp(file, dump, progress('verify', dump.count))
  const { source, secrets } = await requireKeys(readSettings(environment), prefix => snapshotBelow(file, prefix))
  const madeAt = dump.madeAt === undefined ? null : isoTime(dump.madeAt)
  print(json, { file, madeAt, schema: dump.schema, records, expired, kinds, secrets }, [
    `${file} is whole: a store made from it has each of its ${records} records.`,
    `It shows ${madeAt ?? 'an unknown moment: an earlier version made it'}, in schema version ${dump.schema}.`,
    ...(expired === 0 ? [] : [`${expired} further records have expired since; a restore leaves them out.`]),
    secrets === 0 ? 'It holds no secrets.' : `The encryption keys decrypt each of its ${secrets} secrets: ${source}.`,
    ...table(Object.entries(kinds).map(([kind, count]) => [`  ${kind}`, String(count)]))
  ])
}

/** Throws when a newer host wrote the records. */
function requireNewestSchema(file: string, { schema }: Dump): void {
  if (schema > newestSchema)
    throw new Error(
      `${resolve(file)} has schema version ${schema}; this host knows versions up to ${newestSchema}. Use a host that is as new.`
    )
}

async function replaceStoreWith(
  environment: NodeJS.ProcessEnv,
  file: string,
  by: 'restore' | 'import',
  { json, replace = false, resume = false }: Options,
  read: () => Dump | Promise<Dump>
): Promise<void> {
  const dump = await read()
  requireNewestSchema(file, dump)
  const records = withHold(dump, resume ? undefined : { since: isoTime(realClock().now()), by })
  const replaced = await withLocation(environment, location =>
    location.replace(records, replace, progress('writing', dump.count))
  )
  const { former } = replaced
  // The mark of a held store is not of the file.
  const count = replaced.records - (resume ? 0 : 1)
  print(json, { file: resolve(file), records: count, former: former ?? null, held: !resume }, [
    `Wrote ${count} records of ${resolve(file)} into the store.`,
    ...(former === undefined ? [] : [`The former store is ${former}.`]),
    ...(resume ? [] : [heldText])
  ])
}

/** Prints text as it is produced; the reader may stop early, as `head` does. */
async function printAll(parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(parts, { highWaterMark: 1 }), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/**
 * Writes lines to a file, which gets its name once it is complete, or to standard output; returns the number of
 * records.
 */
async function writeLines(file: string | undefined, dump: Dump): Promise<number> {
  const tick = progress('export', dump.count)
  let lines = 0
  async function* parts(): AsyncGenerator<string, void> {
    let part = ''
    for await (const line of toJsonl(dump, isoTime(realClock().now()))) {
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

/** Runs work with the location of the deployment's store. */
async function withLocation<Result>(
  environment: NodeJS.ProcessEnv,
  work: (location: StoreLocation) => Promise<Result>
): Promise<Result> {
  const settings = readSettings(environment)
  const server = serverStore(settings)
  const location = server ? await serverLocation(server, warn) : sqliteLocation(settings.dataFolder)
  try {
    return await work(location)
  } finally {
    await location.close()
  }
}
