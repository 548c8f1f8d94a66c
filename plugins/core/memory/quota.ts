import { type Options, type Static, Type } from '@product-host/sdk'

/** What one account may keep, as the operator may choose it. Bytes are those of keys, tags and all values, old versions included. */
export const Quota = Type.Object({
  keys: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 10_000 }),
  bytes: Type.Integer({ minimum: 1024, maximum: 1024 ** 4, default: 16 * 1024 ** 2 })
})
export type Quota = Static<typeof Quota>

/** The operator's choice, which the host has checked by the schema above. */
export function quotaOf(options: Options): Quota {
  return options as Quota
}
