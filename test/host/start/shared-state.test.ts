import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSharedState } from '../../../host/dist/start/shared-state.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'

const report = (error: Error) => {
  throw error
}

t.test('an encryption key without its store is refused, unless an empty store is asked for', async t => {
  const folder = t.testdir({ 'encryption.key': 'a key' })
  const settings = { redisUrl: undefined, databaseUrl: undefined, dataFolder: folder, isProduction: false }
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

t.test('in production no empty store is created unasked', async t => {
  const folder = t.testdir()
  const settings = { redisUrl: undefined, databaseUrl: undefined, dataFolder: folder, isProduction: true }
  await t.rejects(openSharedState(settings, report), {
    name: 'SettingsError',
    message:
      `There is no store in ${folder}. If there should be one, correct DATA_DIR, mount its volume, or restore a ` +
      'back-up. For a new deployment, start once with --new-store.'
  })
  t.strictSame(readdirSync(folder), [])
  await (await openSharedState(settings, report, { mayReplaceStore: true })).store.close()
  await (await openSharedState(settings, report)).store.close()
})

t.test('in production no empty Redis is begun unasked', { skip: withoutRedis }, async t => {
  const redis = await startRedis(t)
  const settings = { redisUrl: `${redis.url}/3`, databaseUrl: undefined, dataFolder: t.testdir(), isProduction: true }
  await t.rejects(openSharedState(settings, report), {
    name: 'SettingsError',
    message:
      /^There is no store in Redis at .*\/3\. If there should be one, correct REDIS_URL, .* start once with --new-store\.$/
  })
  await (await openSharedState(settings, report, { mayReplaceStore: true })).store.close()
  await (await openSharedState(settings, report)).store.close()
})

t.test('a Redis that is away is named with its database, and without its password', async t => {
  const redisUrl = 'redis://host:planted@127.0.0.1:1/3'
  const error = await openSharedState(
    { redisUrl, databaseUrl: undefined, dataFolder: t.testdir(), isProduction: false },
    () => undefined
  ).catch(error => error)
  t.match(error, { name: 'StoreUnavailable', message: /^Redis at 127\.0\.0\.1:1\/3 is unreachable: / })
  t.notMatch(error.message, 'planted')
})
