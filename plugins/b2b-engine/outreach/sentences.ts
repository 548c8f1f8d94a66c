import table from './sentences.json' with { type: 'json' }

const { about: _, ...sentences } = table

/** The sentences that messages are made of: what a message says, in each tone, in three variants. */
export const bank: Omit<typeof table, 'about'> = sentences

/** How a message sounds. */
export type Tone = keyof typeof table.greetings

/** What a message opens on. */
export type Theme = keyof typeof table.openingLines.plain

/** What a message after the first is about. */
export type Angle = keyof typeof table.followUps

/** A message after the first. */
export type FollowUp = (typeof table.followUps.work.plain)[number]
