import type { Channel } from './brief.js'

/** A message as it is sent. */
export interface Message {
  /** 1 for the first. */
  readonly step: number
  readonly channel: Channel
  /** Only of an e-mail. */
  readonly subject?: string
  readonly body: string
  /** The same in 200 characters, only on LinkedIn. */
  readonly short?: string
}

/** Longest LinkedIn note, and the shorter form for members without a paid plan. Source: LinkedIn Help, "Personalize invitations to connect". */
export const noteLimits = { long: 300, short: 200 } as const
