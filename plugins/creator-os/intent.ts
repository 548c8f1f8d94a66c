import { formPattern } from '@product-host/toolkit/phrases'
import type { Goal } from './input.js'
import table from './tables/intents.json' with { type: 'json' }

/** What kind of text a topic asks for, in the order in which they are tried. */
const intents = ['announcement', 'comparison', 'case', 'list', 'how-to', 'opinion'] as const

/** What kind of text a topic asks for. */
export type Intent = (typeof intents)[number]

/** The kind of text that a topic's wording asks for; without any keyword it is a how-to, or the announcement that the goal names. */
export function intentOf(topic: string, goal: Goal, language = 'en'): Intent {
  const text = topic.toLowerCase().replaceAll('’', "'")
  const patterns = patternsOf(language)
  const found = intents.find(intent => patterns.get(intent)?.some(pattern => pattern.test(text)))
  return found ?? (goal === 'announce' ? 'announcement' : 'how-to')
}

/** How a topic shows its intent in one language. */
type Wordings = typeof table.languages.en

const wordings: Readonly<Record<string, Wordings>> = table.languages

/** Compiled when the first topic of a language is read. */
const compiled = new Map<string, ReadonlyMap<Intent, readonly RegExp[]>>()

function patternsOf(language: string): ReadonlyMap<Intent, readonly RegExp[]> {
  const known = compiled.get(language) ?? compile(wordings[language])
  compiled.set(language, known)
  return known
}

function compile(wording: Wordings | undefined): ReadonlyMap<Intent, readonly RegExp[]> {
  if (wording === undefined) return new Map()
  const { article, numbers, or } = wording
  const side = '[\\p{L}\\p{N}.+#-]+(?: [\\p{L}\\p{N}.+#-]+)?'
  const counted = `^(?:(?:${article.join('|')}) )?(?:top )?(?:\\d+|${numbers.join('|')}) |^top \\d`
  const others: Partial<Record<Intent, RegExp>> = {
    comparison: new RegExp(`^¿?${side} ${or} ${side}\\s?\\??$`, 'u'),
    list: new RegExp(counted, 'u')
  }
  return new Map(
    intents.map(intent => {
      const { begins, holds } = wording[intent]
      const other = others[intent]
      return [intent, [...beginning(begins), formPattern(holds), ...(other ? [other] : [])]]
    })
  )
}

function beginning(begins: readonly string[]): readonly RegExp[] {
  return begins.length === 0 ? [] : [new RegExp(`^¿?${formPattern(begins).source}`, 'u')]
}
