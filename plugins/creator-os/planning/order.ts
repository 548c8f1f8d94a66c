import type { Platform } from '../platforms/platform.js'

/** A post that wants a time. */
export interface Wish {
  readonly title: string
  readonly platform?: Platform
  readonly draftId?: string
}

/** What a plan is made by: the input of `schedule`, read and checked. */
export interface Order {
  /** Empty when the caller named none. */
  readonly platforms: readonly Platform[]
  readonly perWeek?: number
  readonly weeks: number
  readonly startDate: string
  readonly zone: string
  readonly wishes: readonly Wish[]
  readonly avoidDates: readonly string[]
  /** Local hours from and to, 0 to 24; none when both are the same. */
  readonly quiet: { readonly from: number; readonly to: number }
  readonly minGapHours: number
  readonly results: readonly { readonly platform: string; readonly at: number; readonly rate: number }[]
  readonly replaces: boolean
  readonly warnings: readonly string[]
}
