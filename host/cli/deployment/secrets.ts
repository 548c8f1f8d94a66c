import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { realClock } from '../../base/clock.js'
import { Cipher } from '../../config/cipher.js'
import { rotateSecrets } from '../../config/secret-rotation.js'
import { readSettings } from '../../settings.js'
import { withOperations } from '../operations.js'
import { print, progress } from '../output.js'

/** `product-host secrets …` */
export function secretCommands(environment: NodeJS.ProcessEnv): Command {
  const secrets = new Command('secrets').description('the secrets in configs, which are encrypted')

  secrets
    .command('rotate')
    .description('encrypt every secret again with the first of ENCRYPTION_KEYS; hosts may run')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
1. Create a key, such as by "openssl rand -base64 32". On every host, append it to ENCRYPTION_KEYS after a comma, and restart the host.
   The old key still encrypts; every host can now read what the new key will encrypt.
2. When every host has restarted, put the new key first in ENCRYPTION_KEYS on every host, and restart each again.
3. Run this command with the same ENCRYPTION_KEYS as the hosts.
4. Remove the old keys from ENCRYPTION_KEYS and restart; keep the old keys with the back-ups that were made with them.

Do not put a new key first while a host runs without it: that host answers 500 for every secret that the new key encrypts.`
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { encryptionKeys, dataFolder } = readSettings(environment)
      const [first, ...rest] = encryptionKeys
      if (!first)
        throw new Error(
          'ENCRYPTION_KEYS is not set, so that secrets have the key in ' +
            `${resolve(join(dataFolder, 'encryption.key'))}. Set ENCRYPTION_KEYS to that key, a comma and a new ` +
            `key, and follow \`secrets rotate --help\`.`
        )
      const cipher = new Cipher([first, ...rest])
      const rotation = await withOperations(environment, async ({ store, record }) => {
        await record('secrets_rotated', `key ${cipher.currentKey}`)
        return rotateSecrets(store, cipher, realClock(), progress('secrets', undefined, 'configs'))
      })
      const { changed, current, lost } = rotation
      print(json, { ...rotation, key: cipher.currentKey }, [
        `Encrypted ${changed} secrets with the key ${cipher.currentKey}; ${current} had it already.`,
        ...lost.map(place => `None of ENCRYPTION_KEYS opens ${place}.`)
      ])
      if (lost.length > 0)
        throw new Error(
          `${lost.length} secrets have a key that ENCRYPTION_KEYS does not hold: add it, or have their owners save them again.`
        )
    })

  return secrets
}
