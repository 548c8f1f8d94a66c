import { oneOf } from '@product-host/toolkit/json'
import table from './hooks.json' with { type: 'json' }
import { bank, type Theme } from './sentences.js'

/** What a signal gives an opening. */
export interface Hook {
  readonly theme: Theme
  /** Names the matter in a subject and in later messages: "My last note was about your hiring plans." */
  readonly topic: string
  /**
   * A clause about the reader, as in "I saw that {fact}"; for replies what the reader is thanked for, as in "Thank you for
   * {fact}"; for access in what role they are written to. Says no more than the meaning does; where the signal has words of its own to say it, those are used.
   */
  readonly fact: string
}

const themes = Object.keys(bank.openingLines.plain) as Theme[]

/** Hooks of the meanings and headcount bands that speak for a lead, by their id. */
export const hooks: Readonly<Record<string, Hook>> = Object.fromEntries(
  Object.entries(table.hooks).map(([id, hook]) => [id, { ...hook, theme: oneOf(themes, hook.theme) }])
)

/** What a message opens on when nothing is known. */
export const noHook: Hook = { theme: 'none', topic: 'your daily work', fact: '' }
