import { generateSync } from 'otplib'
import type { Test } from 'tap'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { mailServer } from './mail-server.js'
import { password, person, signedUp } from './person.js'
import { movableClock, start } from './start.js'

export const email = 'ada@example.org'
export const minute = 60_000

/** A host with a clock that the test moves, and what is in its store. */
export async function hostAt(t: Test, environment: Readonly<Record<string, string>> = {}) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const host = await start(t, { store, clock, environment })
  const stored = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  const codeOf = (secret: string, afterMs = 0) =>
    generateSync({ secret, epoch: Math.floor((clock.now() + afterMs) / 1000) })
  const signIn = (body: object = {}, one = person(host.call)) => one('POST', '/sessions', { email, password, ...body })
  return { ...host, clock, store, stored, codeOf, signIn }
}

/** A host where Ada has turned on the second factor; the code that she used for it is too old to be sent again. */
export async function hostWithFactor(t: Test) {
  const host = await hostAt(t)
  const ada = await signedUp(host.call)
  return { ...host, ada, ...(await turnOn(host, ada)) }
}

/** A host that sends mail, and its newest letter once what is due was sent. */
export async function hostWithMail(t: Test) {
  const mail = await mailServer(t)
  const host = await hostAt(t, mail.environment)
  async function newest() {
    await host.host.runDueJobs()
    return mail.arrived.at(-1)
  }
  const ada = person(host.call)
  await ada('POST', '/accounts', { email, password })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  await ada('POST', `/email-verifications/${token}`, { password })
  return { ...host, ada, newest, arrived: mail.arrived }
}

/** Turns the second factor of somebody on, and lets the used code become too old. */
export async function turnOn(
  { clock, codeOf }: Pick<Awaited<ReturnType<typeof hostAt>>, 'clock' | 'codeOf'>,
  one: ReturnType<typeof person>
) {
  const { secret, uri } = (await one('POST', '/accounts/me/second-factor')).body
  const confirmed = await one('POST', '/accounts/me/second-factor/confirm', { code: codeOf(secret) })
  clock.advance(minute)
  return { secret: String(secret), uri: String(uri), recoveryCodes: confirmed.body.recoveryCodes as readonly string[] }
}
