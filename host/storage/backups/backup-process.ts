import { serverLocation } from '../server-stores.js'
import { sqliteLocation } from '../sqlite/location.js'
import type { BackupAnswer, BackupRequest } from './make-backup.js'

// The process that `backupInProcess` starts, once for each back-up.

process.once('message', async (request: BackupRequest) => {
  const answer = await backUp(request)
  process.send?.(answer, () => process.disconnect())
})

async function backUp({ server, dataFolder, file }: BackupRequest): Promise<BackupAnswer> {
  try {
    const location = server ? await serverLocation(server, () => undefined) : sqliteLocation(dataFolder)
    try {
      return { bytes: await location.backUp(file, () => undefined) }
    } finally {
      await location.close()
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
