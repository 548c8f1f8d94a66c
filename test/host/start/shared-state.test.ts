import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSharedState } from '../../../host/dist/start/shared-state.js'

const report = (error: Error) => {
  throw error
}

t.test('an encryption key without its store is refused, unless an empty store is asked for', async t => {
  const folder = t.testdir({ 'encryption.key': 'a key' })
  const settings = { redisUrl: undefined, dataFolder: folder }
  await t.rejects(openSharedState(settings, report), {
    name: 'SettingsError',
    message: /holds encryption\.key but no store: restore the store from a back-up, or start with --new-store/
  })
  t.notOk(existsSync(join(folder, 'store.sqlite')), 'nothing was made')
  writeFileSync(join(folder, 'store.sqlite'), '')
  await t.rejects(openSharedState(settings, report), { name: 'SettingsError' }, 'an empty file is no store')
  const { store } = await openSharedState(settings, report, { mayReplaceStore: true })
  await store.own('test').set('key', 1)
  await store.close()
  await (await openSharedState(settings, report)).store.close()
})

t.test('a Redis that is away is named with its database, and without its password', async t => {
  const redisUrl = 'redis://host:planted@127.0.0.1:1/3'
  const error = await openSharedState({ redisUrl, dataFolder: t.testdir() }, () => undefined).catch(error => error)
  t.match(error, { name: 'StoreUnavailable', message: /^Redis at 127\.0\.0\.1:1\/3 is unreachable: / })
  t.notMatch(error.message, 'planted')
})
