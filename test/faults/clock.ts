// The clock of a running host four days ahead, and then an hour behind, by libfaketime: no trial and no session is revived, and a job
// runs once. npx node dist-test/faults/clock.js
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkOut, password, person } from '../fixtures/dashboard-client.js'
import { dataFolder } from '../fixtures/host-process.js'
import { deploymentFile, notesPlugin, type Reply } from '../fixtures/start-host.js'
import { serve } from './serving-host.js'
import { ending, figure, skip } from './store.js'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

if (library === undefined || !existsSync(library))
  skip('libfaketime is not installed (on Debian: apt-get install faketime)')
await ending(async t => {
  const folder = await dataFolder(t)
  const offset = join(folder, 'offset')
  const setClock = async (shift: string) => {
    writeFileSync(offset, shift)
    await delay(500)
  }
  writeFileSync(offset, '+0')
  const host = await serve(t, folder, {
    environment: {
      PRODUCT_HOST_CONFIG: await deploymentFile(t, notesPlugin, {}, { billing: 'stripe' }),
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1'
    }
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(host.url + path, { method, headers: { ...type, ...headers }, ...sent })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) } satisfies Reply
  }
  const ada = person(call)
  await ada('POST', '/accounts', { email: 'ada@example.org', password })
  await checkOut(host, ada, 'trial')
  const { body } = await ada('POST', '/keys', { name: 'a key' })
  const execute = async () => {
    const headers = { Authorization: `Bearer ${body.key}` }
    const reply = await call('POST', '/api/v1/products/notes/execute', { action: 'add', text: 'a note' }, headers)
    return `${reply.status}${reply.status === 200 ? '' : ` ${reply.body.code}`}`
  }
  const session = async () => (await ada('GET', '/accounts/me')).status
  const before = [await execute(), await session()]
  figure('in the trial', before.join(', '), before[0] === '200' && before[1] === 200)
  await setClock('+4d')
  const ahead = [await execute(), await session()]
  figure('four days ahead', ahead.join(', '), ahead[0] === '402 trial_expired' && ahead[1] === 401)
  await setClock('-1h')
  const back = [await execute(), await session()]
  figure('an hour back', back.join(', '), back[0] === '402 trial_expired' && back[1] === 401)
  await setClock('+0')
  const now = [await execute(), await session()]
  figure('as it was', now.join(', '), now[0] === '402 trial_expired' && now[1] === 401)
  const { code } = await host.end('SIGTERM')
  figure('exit code', String(code), code === 0)
})
