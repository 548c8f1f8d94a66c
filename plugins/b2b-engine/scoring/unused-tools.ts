import { anyLetter, phrasePattern } from '@product-host/toolkit/phrases'
import type { Item } from './lexicon.js'
import { isDenying, matchesIn } from './matches.js'
import wordTable from './words.json' with { type: 'json' }

const joints = new Set(wordTable.joints)
const useClasses = new Set(wordTable.useClasses)
const useWords = new Set(wordTable.useWords)
const ended = phrasePattern(wordTable.endedWords, anyLetter, 'u')
const toolKinds = new Set(wordTable.toolKinds)

/** What a clause says of tools, and what else it says. */
export interface ToolReading {
  /** The clause without its statements on tools that are not in use. */
  readonly rest: readonly Item[]
  /** Whether a tool is not in use, which speaks neither for a lead nor against it: "does not use HubSpot". */
  readonly isUnused: boolean
  /** Whether a tool is no longer in use: "does not use HubSpot any more". */
  readonly isGivenUp: boolean
}

/** Takes out of a clause what it says of tools that are not, or no longer, in use. */
export function readTools(clause: readonly Item[]): ToolReading {
  const statements: Item[][] = [[]]
  for (const item of clause) {
    if (joints.has(item.text)) statements.push([])
    statements.at(-1)?.push(item)
  }
  const unused = statements.filter(isOfUnusedTool)
  const givenUp = unused.filter(statement => ended.test(statement.map(({ text }) => text).join(' ')))
  return {
    rest: statements.filter(statement => !unused.includes(statement)).flat(),
    isUnused: unused.length > givenUp.length,
    isGivenUp: givenUp.length > 0
  }
}

function isOfUnusedTool(statement: readonly Item[]): boolean {
  return (
    statement.some(isTool) &&
    statement.some(item => isDenying(item) || (item.kinds.has('fail') && useWords.has(item.text))) &&
    statement.every(isOfUse) &&
    !matchesIn(statement).some(({ items }) => items.some(isTelling))
  )
}

const plainKinds = ['filler', 'number', 'unknown'] as const

/** Whether a word that no class has is one of a labelled phrase: "did not renew". */
function isTelling({ kinds, classes, text }: Item): boolean {
  return kinds.has('unknown') && !classes.has('tool') && !useWords.has(text)
}

function isTool({ classes, text }: Item): boolean {
  return classes.has('tool') || toolKinds.has(text)
}

/** Whether an item says no more than that something is there or in use. */
function isOfUse(item: Item): boolean {
  const { classes, kinds, text } = item
  if (isTool(item) || isDenying(item) || useWords.has(text)) return true
  return plainKinds.some(kind => kinds.has(kind)) || [...classes].some(name => useClasses.has(name))
}
