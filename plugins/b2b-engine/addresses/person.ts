import { firstNames } from './first-names.js'
import { namePatterns } from './name-patterns.js'
import { roles } from './roles.js'

/** A name read out of a local part, and how sure that is. */
export interface NameGuess {
  readonly name: string
  /** Which form the local part has, such as `first.last`. */
  readonly pattern: string
  readonly confidence: number
}

/** Guesses a person's name from the local part of an address; undefined where it has no form of a name. */
export function guessName(local: string): NameGuess | undefined {
  const text = local.toLowerCase().replace(/\+.*$/, '')
  if (firstNames.has(text)) return { name: capitalised(text), pattern: 'first', confidence: 0.6 }
  for (const { pattern, form, confidence } of namePatterns) {
    const { first, last } = form.exec(text)?.groups ?? {}
    if (!first || !last || roles.has(first) || roles.has(last)) continue
    return { name: `${capitalised(first)} ${capitalised(last)}`, pattern, confidence }
  }
  return undefined
}

/** "anne-marie" as "Anne-Marie", "o'neil" as "O'Neil". */
function capitalised(name: string): string {
  return name.replace(/(?:^|[-'])\p{L}/gu, letter => letter.toUpperCase())
}
