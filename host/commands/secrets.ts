import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { Cipher } from '../config/cipher.js'
import { rotateSecrets } from '../config/rotation.js'
import { readSettings } from '../settings.js'
import { print } from './print.js'
import { progress } from './progress.js'
import { withStore } from './with-store.js'

/** `product-host secrets …` */
export function secretCommands(environment: NodeJS.ProcessEnv): Command {
  const secrets = new Command('secrets').description('the secrets in configs, which are encrypted')

  secrets
    .command('rotate')
    .description('encrypt every secret anew with the first of ENCRYPTION_KEYS; hosts may run meanwhile')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
1. Make a key, such as by "openssl rand -base64 32", and set ENCRYPTION_KEYS to it, a comma, and the keys until now.
2. Start every host anew with that; a host that lacks the new key could not read what comes next.
3. Run this command.
4. Take the old keys out of ENCRYPTION_KEYS; keep them with the back-ups that were made until now.`
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { encryptionKeys, dataFolder } = readSettings(environment)
      const [first, ...rest] = encryptionKeys
      if (!first)
        throw new Error(
          `ENCRYPTION_KEYS is not set, so that secrets have the key in ${resolve(join(dataFolder, 'encryption.key'))}. Set ENCRYPTION_KEYS to a new key, a comma, and that one; \`secrets rotate --help\` says how.`
        )
      const cipher = new Cipher([first, ...rest])
      const rotation = await withStore(environment, store =>
        rotateSecrets(store, cipher, progress('secrets', undefined, 'configs'))
      )
      const { changed, current, lost } = rotation
      print(json, { ...rotation, key: cipher.currentKey }, [
        `Encrypted ${changed} secrets with the key ${cipher.currentKey}; ${current} had it already.`,
        ...lost.map(place => `None of ENCRYPTION_KEYS opens ${place}.`)
      ])
      if (lost.length > 0)
        throw new Error(
          `${lost.length} secrets have a key that ENCRYPTION_KEYS does not hold: add it, or have their owners save them anew.`
        )
    })

  return secrets
}
