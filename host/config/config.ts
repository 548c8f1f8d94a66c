import type { Settings } from '@product-host/sdk'

/** An account's configuration of a connection product, secrets in clear: for the host alone. */
export interface Config {
  readonly enabled: boolean
  readonly settings: Settings
  /** 0 when it was never saved, one more at every change. */
  readonly revision: number
  /** ISO 8601; undefined when it was never saved. */
  readonly updatedAt: string | undefined
}

/** What was changed by a revision; never a value. */
export interface Revision {
  readonly revision: number
  /** ISO 8601. */
  readonly at: string
  readonly keyId: string
  readonly enabled: boolean
  /** The names of the settings that were added, changed or taken away. */
  readonly changed: readonly string[]
}

/** What stands for a secret in every answer; sent back, it keeps the secret. */
export const mask = '********'

/** A product that runs without having been configured. */
export const neverSaved: Config = { enabled: true, settings: {}, revision: 0, updatedAt: undefined }
