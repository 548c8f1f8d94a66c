import { hash, randomInt } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { SecurityEvents } from '../audit/security-events.js'
import type { Account } from '../base/account.js'
import { isoTime } from '../base/clock.js'
import { Problem } from '../base/problems.js'
import type { NewSecurityEvent } from '../base/security-event.js'
import { CIPHER, type Cipher } from '../config/cipher.js'
import { encryptionContext } from '../config/configs.js'
import { SecondFactorRecords, type StoredFactor, secondFactorKey } from './second-factor-records.js'
import { type Attempt, Throttle } from './throttle.js'

/** The client of a request, for the recorded events. */
export type ClientInfo = Pick<NewSecurityEvent, 'address' | 'browser' | 'sessionId'>

/** An account's second factor as its owner sees it. */
interface SecondFactorStatus {
  readonly isActive: boolean
  /** ISO 8601, like all times here. */
  readonly activeSince: string | null
  readonly recoveryCodesLeft: number
  /** When a factor that was reported lost will be removed. */
  readonly removedAt: string | null
}

/** A secret for an authenticator app, shown this once. */
interface PendingSecondFactor {
  /** In base32. */
  readonly secret: string
  /** The content of the QR code: an `otpauth:` address. */
  readonly uri: string
  readonly expiresAt: string
}

/** The time step of RFC 6238, in seconds; codes of the step before and after are accepted too. */
const stepSeconds = 30

const codePattern = /^\d{6}$/

/** The second factor of accounts: time-based codes (RFC 6238) of an authenticator app, and recovery codes. */
@injectable()
export class SecondFactor {
  constructor(
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly records: SecondFactorRecords,
    private readonly throttle: Throttle,
    private readonly events: SecurityEvents
  ) {}

  async status(account: string): Promise<SecondFactorStatus> {
    const { activeSince = null, recoveryCodes, removal } = await this.records.find(account)
    return {
      isActive: activeSince !== null,
      activeSince,
      recoveryCodesLeft: recoveryCodes.length,
      removedAt: removal ? isoTime(removal.dueAt) : null
    }
  }

  /** Creates a pending secret. Throws a 409 `Problem` while a factor is on. */
  async begin({ id, email }: Account, issuer: string): Promise<PendingSecondFactor> {
    const { generateSecret, generateURI } = await import('otplib')
    const secret = generateSecret()
    const ttlMs = this.records.pendingMs
    const pendingUntil = this.clock.now() + ttlMs
    await this.records.change(id, factor => {
      if (factor.activeSince !== undefined)
        throw new Problem('second_factor_active', 'The second factor is on; turn it off before you set up another one.')
      return {
        next: { ...factor, secrets: { pending: this.#encrypt(id, 'pending', secret) }, pendingUntil },
        ttlMs,
        result: undefined
      }
    })
    return { secret, uri: generateURI({ issuer, label: email, secret }), expiresAt: isoTime(pendingUntil) }
  }

  /** Turns the factor on with a code of the pending secret; returns the recovery codes, which are shown only once. */
  async confirm(account: string, code: string, client: ClientInfo): Promise<readonly string[]> {
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
   * Passes for an account without a second factor, or with a right code, which is then used. Throws a 401 `Problem`:
   * `second_factor_required` without a code, `invalid_code` for a wrong one; 429 after too many wrong ones.
   */
  async require(account: string, code: string | undefined, client: ClientInfo): Promise<void> {
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
  async turnOff(account: string, code: string, client: ClientInfo): Promise<void> {
    await this.#use(account, code, client, () => null)
    await this.events.record(account, { kind: 'second_factor_off', ...client })
  }

  /** Creates new recovery codes; the former ones become invalid. */
  async replaceRecoveryCodes(account: string, client: ClientInfo): Promise<readonly string[]> {
    const codes = newRecoveryCodes()
    await this.records.change(account, factor => {
      if (factor.activeSince === undefined) throw secondFactorInactive()
      return { next: { ...factor, recoveryCodes: digestsOf(codes) }, result: undefined }
    })
    await this.events.record(account, { kind: 'recovery_codes_replaced', ...client })
    return codes
  }

  /** Uses a code and stores the result of `then`, in one update. */
  async #use(
    account: string,
    code: string,
    client: ClientInfo,
    then: (factor: StoredFactor) => StoredFactor | null
  ): Promise<void> {
    const stepOf = await this.#stepOf()
    const digest = recoveryCodeDigest(code)
    const used = await this.#attempt(account, client, () =>
      this.records.change(account, factor => {
        const { active } = factor.secrets
        if (active === undefined) throw secondFactorInactive()
        const lastStep = stepOf(this.#decrypt(account, 'active', active), code, factor.lastStep)
        if (lastStep !== undefined) return { next: then({ ...factor, lastStep }), result: 'code' as const }
        if (digest === undefined || !factor.recoveryCodes.includes(digest)) return { result: undefined }
        const recoveryCodes = factor.recoveryCodes.filter(each => each !== digest)
        return { next: then({ ...factor, recoveryCodes }), result: 'recovery_code' as const }
      })
    )
    if (used === 'recovery_code') await this.events.record(account, { kind: 'recovery_code_used', ...client })
  }

  /** Counts an attempt. Throws a 401 `Problem` for a wrong code, and 429 after too many, which is a security event. */
  async #attempt<Result>(
    account: string,
    client: ClientInfo,
    work: () => Promise<Result | undefined>
  ): Promise<Result> {
    const attempt: Attempt = [['code_by_account', account]]
    try {
      await this.throttle.take(attempt)
    } catch (error) {
      if (error instanceof Problem && error.code === 'rate_limited')
        await this.events.record(account, { kind: 'second_factor_limit_reached', ...client })
      throw error
    }
    const result = await work()
    if (result === undefined)
      throw new Problem('invalid_code', 'The code is wrong, too old, or was used already; enter the newest one.')
    await this.throttle.giveBack(attempt)
    return result
  }

  /**
   * Returns a function that finds the time step of a code, later than the last used one; undefined if there is none.
   */
  async #stepOf() {
    const { verifySync } = await import('otplib')
    const epoch = Math.floor(this.clock.now() / 1000)
    return (secret: string, typed: string, lastStep = -1): number | undefined => {
      const token = typed.replaceAll(/\s/g, '')
      if (!codePattern.test(token)) return undefined
      const found = verifySync({ secret, token, epoch, epochTolerance: stepSeconds })
      const isNew = found.valid && 'timeStep' in found && found.timeStep > lastStep
      return isNew ? found.timeStep : undefined
    }
  }

  #encrypt(account: string, name: 'active' | 'pending', secret: string): string {
    return this.cipher.encrypt(secret, encryptionContext(account, secondFactorKey, name))
  }

  #decrypt(account: string, name: 'active' | 'pending', sealed: string): string {
    return this.cipher.decrypt(sealed, encryptionContext(account, secondFactorKey, name))
  }
}

/** The refusal of an action that needs an active second factor. */
export function secondFactorInactive(): Problem {
  return new Problem('second_factor_inactive', 'The second factor of this account is off.')
}

function digestsOf(codes: readonly string[]): readonly string[] {
  return codes.flatMap(code => recoveryCodeDigest(code) ?? [])
}

/** How many recovery codes an account gets. */
const recoveryCodeCount = 10

/** Letters and digits that are not easily confused. */
const recoveryCodeAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

const recoveryCodePattern = /^[a-z0-9]{16}$/

/** New recovery codes, such as abcd-efgh-jkmn-pqrs: 80 random bits each, so that a plain digest protects them. */
function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = Array.from({ length: 16 }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join('')
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** The stored digest of a recovery code, however it is typed; undefined if it does not have the form of one. */
function recoveryCodeDigest(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return recoveryCodePattern.test(code) ? hash('sha256', code) : undefined
}
