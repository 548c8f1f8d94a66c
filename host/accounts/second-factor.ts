import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import type { Cipher } from '../config/cipher.js'
import { placeOf } from '../config/configs.js'
import { Problem } from '../problems.js'
import { CIPHER } from '../tokens.js'
import type { Account } from './accounts.js'
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-codes.js'
import { SecondFactorRecords, type StoredFactor, secondFactorKey } from './second-factor-records.js'
import { type NewSecurityEvent, SecurityEvents } from './security-events.js'
import { Throttle, type Try } from './throttle.js'

/** From where somebody acts, for the events that this records. */
export type Client = Pick<NewSecurityEvent, 'address' | 'browser' | 'sessionId'>

/** An account's second factor as its owner sees it. */
export interface FactorStatus {
  readonly isActive: boolean
  /** ISO 8601, like all times here. */
  readonly activeSince: string | null
  readonly recoveryCodesLeft: number
  /** When the factor will be removed, because somebody with the password has said that it is lost. */
  readonly removedAt: string | null
}

/** A secret for an authenticator app, shown this once. */
export interface PendingFactor {
  /** In base32. */
  readonly secret: string
  /** What the QR code says: an `otpauth:` address. */
  readonly uri: string
  readonly expiresAt: string
}

/** How long a secret waits to be confirmed, in milliseconds: an hour. */
const pendingMs = 60 * 60 * 1000
/** The time step of RFC 6238, in seconds; codes of the step before and after are accepted too. */
const stepSeconds = 30
const codeForm = /^\d{6}$/

/** The second factor of accounts: time-based codes (RFC 6238) of an authenticator app, and recovery codes beside them. */
@injectable()
export class SecondFactor {
  constructor(
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly records: SecondFactorRecords,
    private readonly throttle: Throttle,
    private readonly events: SecurityEvents
  ) {}

  async status(account: string): Promise<FactorStatus> {
    const { activeSince = null, recoveryCodes, removal } = await this.records.find(account)
    return {
      isActive: activeSince !== null,
      activeSince,
      recoveryCodesLeft: recoveryCodes.length,
      removedAt: removal ? isoTime(removal.dueAt) : null
    }
  }

  /** Makes a secret that is not used until it is confirmed. Throws a 409 `Problem` while a factor is on. */
  async begin({ id, email }: Account, issuer: string): Promise<PendingFactor> {
    const { generateSecret, generateURI } = await import('otplib')
    const secret = generateSecret()
    const pendingUntil = this.clock.now() + pendingMs
    await this.records.change(id, factor => {
      if (factor.activeSince !== undefined)
        throw new Problem('second_factor_active', 'The second factor is on; turn it off before you set up another one.')
      return {
        next: { ...factor, secrets: { pending: this.#encrypt(id, 'pending', secret) }, pendingUntil },
        result: undefined
      }
    })
    return { secret, uri: generateURI({ issuer, label: email, secret }), expiresAt: isoTime(pendingUntil) }
  }

  /** Turns the factor on with a code of the pending secret; the recovery codes, which are shown this once. */
  async confirm(account: string, code: string, client: Client): Promise<readonly string[]> {
    const codes = newRecoveryCodes()
    const stepOf = await this.#stepOf()
    await this.#attempt(account, client, () =>
      this.records.change(account, factor => {
        const { pending } = factor.secrets
        const isOver = this.clock.now() >= (factor.pendingUntil ?? 0)
        if (pending === undefined || isOver)
          throw new Problem(
            'second_factor_inactive',
            'There is no secret to confirm; begin first: POST to this address.'
          )
        const secret = this.#decrypt(account, 'pending', pending)
        const lastStep = stepOf(secret, code)
        if (lastStep === undefined) return { result: undefined }
        const next = {
          secrets: { active: this.#encrypt(account, 'active', secret) },
          activeSince: isoTime(this.clock.now()),
          lastStep,
          recoveryCodes: digestsOf(codes)
        }
        return { next, result: 'code' as const }
      })
    )
    await this.events.record(account, { kind: 'second_factor_on', ...client })
    return codes
  }

  /**
   * Lets an account pass that has no second factor, or whose code is right; the code is used up. Throws a 401 `Problem`:
   * `second_factor_required` without a code, `invalid_code` for a wrong one; 429 after too many wrong ones.
   */
  async require(account: string, code: string | undefined, client: Client): Promise<void> {
    const { activeSince } = await this.records.find(account)
    if (activeSince === undefined) return
    if (code === undefined || code.trim() === '')
      throw new Problem(
        'second_factor_required',
        'The password is right; send the code of the authenticator app, or a recovery code, as "code" too.'
      )
    await this.#use(account, code, client, next => next)
  }

  /** Turns the factor off, by a code or a recovery code. */
  async turnOff(account: string, code: string, client: Client): Promise<void> {
    await this.#use(account, code, client, () => null)
    await this.events.record(account, { kind: 'second_factor_off', ...client })
  }

  /** Makes new recovery codes; the former ones are worth nothing from now on. */
  async replaceRecoveryCodes(account: string, client: Client): Promise<readonly string[]> {
    const codes = newRecoveryCodes()
    await this.records.change(account, factor => {
      if (factor.activeSince === undefined) throw inactive()
      return { next: { ...factor, recoveryCodes: digestsOf(codes) }, result: undefined }
    })
    await this.events.record(account, { kind: 'recovery_codes_replaced', ...client })
    return codes
  }

  /** Uses a code up and stores what `then` makes of the factor, in one update. */
  async #use(
    account: string,
    code: string,
    client: Client,
    then: (factor: StoredFactor) => StoredFactor | null
  ): Promise<void> {
    const stepOf = await this.#stepOf()
    const digest = recoveryCodeDigest(code)
    const used = await this.#attempt(account, client, () =>
      this.records.change(account, factor => {
        const { active } = factor.secrets
        if (active === undefined) throw inactive()
        const lastStep = stepOf(this.#decrypt(account, 'active', active), code, factor.lastStep)
        if (lastStep !== undefined) return { next: then({ ...factor, lastStep }), result: 'code' as const }
        if (digest === undefined || !factor.recoveryCodes.includes(digest)) return { result: undefined }
        const recoveryCodes = factor.recoveryCodes.filter(each => each !== digest)
        return { next: then({ ...factor, recoveryCodes }), result: 'recovery_code' as const }
      })
    )
    if (used === 'recovery_code') await this.events.record(account, { kind: 'recovery_code_used', ...client })
  }

  /** Counts a code that is tried. Throws a 401 `Problem` for a wrong one and 429 after too many, which the owner is told. */
  async #attempt<Result>(account: string, client: Client, work: () => Promise<Result | undefined>): Promise<Result> {
    const attempt: Try = [['code_by_account', account]]
    try {
      await this.throttle.take(attempt)
    } catch (error) {
      if (error instanceof Problem && error.code === 'rate_limited')
        await this.events.record(account, { kind: 'second_factor_limit_reached', ...client })
      throw error
    }
    const result = await work()
    if (result === undefined)
      throw new Problem('invalid_code', 'The code is wrong, too old, or was used already; send the newest one.')
    await this.throttle.giveBack(attempt)
    return result
  }

  /** Finds the time step whose code was sent, later than the last one that was used; undefined when there is none. */
  async #stepOf() {
    const { verifySync } = await import('otplib')
    const epoch = Math.floor(this.clock.now() / 1000)
    return (secret: string, typed: string, lastStep = -1): number | undefined => {
      const token = typed.replaceAll(/\s/g, '')
      if (!codeForm.test(token)) return undefined
      const found = verifySync({ secret, token, epoch, epochTolerance: stepSeconds })
      const isNew = found.valid && 'timeStep' in found && found.timeStep > lastStep
      return isNew ? found.timeStep : undefined
    }
  }

  #encrypt(account: string, name: 'active' | 'pending', secret: string): string {
    return this.cipher.encrypt(secret, placeOf(account, secondFactorKey, name))
  }

  #decrypt(account: string, name: 'active' | 'pending', sealed: string): string {
    return this.cipher.decrypt(sealed, placeOf(account, secondFactorKey, name))
  }
}

/** The refusal of what only an account with a second factor can do. */
export function inactive(): Problem {
  return new Problem('second_factor_inactive', 'The second factor of this account is off.')
}

function digestsOf(codes: readonly string[]): readonly string[] {
  return codes.flatMap(code => recoveryCodeDigest(code) ?? [])
}
