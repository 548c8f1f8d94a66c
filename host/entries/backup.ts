import { type Static, Type } from '@product-host/sdk'

/** When and where the host makes back-ups by itself. */
export const BackupMember = Type.Object(
  {
    /** From the deployment's folder; it has to be there. */
    folder: Type.String({ minLength: 1 }),
    /** From the beginning of one back-up to that of the next. */
    everyMinutes: Type.Integer({ minimum: 1, maximum: 10_080, default: 1_440 }),
    /** How many back-ups are kept. */
    keep: Type.Integer({ minimum: 1, maximum: 1_000, default: 14 })
  },
  { additionalProperties: false }
)

export type BackupMember = Static<typeof BackupMember>
