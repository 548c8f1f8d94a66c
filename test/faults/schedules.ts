// Schedules of every minute while a host is killed, stopped and started, and over both changes of the clock, whose time libfaketime sets.
// npx node dist-test/faults/schedules.js
import { globSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { deploymentFile, reexport } from '../fixtures/start-host.js'
import { send, serve } from './serving-host.js'
import { ending, figure, skip } from './store.js'

const schedules = '/api/v1/products/schedules'
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
if (library === undefined) skip('libfaketime is not installed (on Debian: apt-get install faketime)')

/** What a schedule did at a time. */
interface Firing {
  readonly dueAt: string
  readonly run?: string
  readonly skipped?: string
  readonly times?: number
}

await ending(async t => {
  const folder = await dataFolder(t)
  const [offset, effects] = [join(folder, 'offset'), join(folder, 'effects')]
  const plugins = { '@test/outside': reexport('./products/outside.js', 'outside') }
  const environment = {
    PRODUCT_HOST_CONFIG: await deploymentFile(t, plugins),
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1'
  }
  /** Sets the clock of the host, and lets it do what is due. */
  const setClock = async (time: string, ms = 1_500) => {
    const shift = Math.round((Date.parse(time) - Date.now()) / 1_000)
    writeFileSync(offset, `${shift < 0 ? '' : '+'}${shift}`)
    await delay(ms)
  }
  await setClock('2027-02-01T10:00:30Z', 0)
  let host = await serve(t, folder, { environment })
  /** Ends the host, and starts another one at a time. */
  const replace = async (signal: NodeJS.Signals, time: string) => {
    await host.end(signal)
    await setClock(time, 0)
    host = await serve(t, folder, { environment })
    await delay(2_000)
  }
  const make = async (name: string, members: object, ms = 0) => {
    const input = { file: effects, id: name, ms }
    const body = { name, product: 'outside', action: 'again', input, cron: '* * * * *', ...members }
    const { status, text } = await send(host.url, 'POST', schedules, body)
    if (status !== 201) throw new Error(`The schedule was not made: ${text}`)
    return String(JSON.parse(text).id)
  }
  const firingsOf = async (id: string): Promise<readonly Firing[]> =>
    JSON.parse((await send(host.url, 'GET', `${schedules}/${id}/firings?limit=100`)).text).firings.toReversed()
  const pause = (id: string) => send(host.url, 'DELETE', `${schedules}/${id}`)
  const done = async (name: string) => (await readFile(effects, 'utf8')).split('\n').filter(id => id === name).length
  /** The minutes and seconds of the firings: those that started a run, and in brackets those that were skipped. */
  const shown = (firings: readonly Firing[]) =>
    firings
      .map(({ dueAt, run, skipped, times }) => {
        const time = dueAt.slice(11, 16)
        return run === undefined ? `(${time} ${skipped}${times === undefined ? '' : ` ${times}`})` : time
      })
      .join(' ')
  const expect = async (name: string, id: string, firings: string, count: number) => {
    const found = shown(await firingsOf(id))
    figure(name, found, found === firings)
    const effected = await done(name)
    figure('  done', effected, effected === count)
  }

  const rules = ['skip', 'once', 'all'] as const
  const missing = await Promise.all(rules.map(missed => make(`missed ${missed}`, { missed, overlap: 'allow' })))
  await setClock('2027-02-01T10:01:01Z')
  await setClock('2027-02-01T10:02:01Z')
  await replace('SIGKILL', '2027-02-01T10:06:30Z')
  await replace('SIGTERM', '2027-02-01T10:08:30Z')
  const once = '10:01 10:02 (10:05 missed 3) 10:06 (10:07 missed 1) 10:08'
  const expected = { skip: once, once, all: '10:01 10:02 10:03 10:04 10:05 10:06 10:07 10:08' }
  for (const [index, rule] of rules.entries())
    await expect(`missed ${rule}`, missing[index] ?? '', expected[rule], rule === 'all' ? 8 : 4)
  await Promise.all(missing.map(pause))
  const [late] = [await make('missed skip, late', { cron: '0 11 * * *', missed: 'skip' })]
  await replace('SIGKILL', '2027-02-01T11:01:30Z')
  await expect('missed skip, late', late, '(11:00 missed 1)', 0)

  await setClock('2027-02-01T12:00:30Z')
  const overlaps = ['skip', 'queue', 'allow'] as const
  const overlapping = await Promise.all(overlaps.map(overlap => make(`overlap ${overlap}`, { overlap }, 4_000)))
  // The lease of a run, of 15 s, must not end by the next step of the clock.
  await setClock('2027-02-01T12:01:50Z')
  await setClock('2027-02-01T12:02:01Z')
  const begun = await Promise.all(overlaps.map(overlap => done(`overlap ${overlap}`)))
  figure('begun side by side: skip, queue, allow', begun.join(' '), begun.join(' ') === '1 1 1')
  await delay(10_000)
  await expect('overlap skip', overlapping[0] ?? '', '12:01 (12:02 overlap)', 1)
  await expect('overlap queue', overlapping[1] ?? '', '12:01 12:02', 2)
  await expect('overlap allow', overlapping[2] ?? '', '12:01 12:02', 2)
  await Promise.all(overlapping.map(pause))

  for (const [name, times, fixedAt, wildAt] of [
    ['forward', ['00:00:30', '00:30:01', '01:00:01', '01:30:01', '02:30:01'], '01:00', '00:30 01:30 02:30'],
    ['back', ['23:45:30', '00:30:01', '01:30:01', '02:30:01'], '00:30', '00:30 01:30 02:30']
  ] as const) {
    const day = (time: string) => (name === 'forward' ? '2027-03-28' : time > '23' ? '2027-10-30' : '2027-10-31')
    const [first = '', ...others] = times
    await setClock(`${day(first)}T${first}Z`)
    const timezone = 'Europe/Berlin'
    const fixed = await make(`fixed, ${name}`, { cron: '30 2 * * *', timezone })
    const wild = await make(`every hour, ${name}`, { cron: '30 * * * *', timezone })
    for (const time of others) await setClock(`${day(time)}T${time}Z`)
    await expect(`fixed, ${name}`, fixed, fixedAt, 1)
    await expect(`every hour, ${name}`, wild, wildAt, 3)
    await Promise.all([fixed, wild].map(pause))
  }
  const { code } = await host.end('SIGTERM')
  figure('exit code', String(code), code === 0)
})
