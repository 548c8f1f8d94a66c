import { formPattern } from '@product-host/toolkit/phrases'
import { isWritten, type WrittenLanguage, writtenLanguages } from './languages/languages.js'
import table from './tables/sensitive.json' with { type: 'json' }

/** Why a topic is treated with care. */
export type Sensitivity = keyof typeof table.kinds

/** What makes a topic sensitive, by the words of its language; undefined for any other topic. */
export function sensitivityOf(texts: readonly string[], language: string): Sensitivity | undefined {
  const text = texts.join('\n').toLowerCase().replaceAll('’', "'")
  const written = isWritten(language) ? [language] : writtenLanguages
  return kinds.find(kind => written.some(each => patternFor(kind, each).test(text)))
}

const kinds = ['death', 'illness', 'war', 'crime', 'minors'] as const satisfies readonly Sensitivity[]

/** Compiled when the first topic of a language is read. */
const patterns = new Map<string, RegExp>()

function patternFor(kind: Sensitivity, language: WrittenLanguage): RegExp {
  const name = `${kind} ${language}`
  const known = patterns.get(name) ?? patternOf(table.kinds[kind][language])
  patterns.set(name, known)
  return known
}

const noLetter = { before: '\\p{L}\\p{M}', after: '\\p{L}\\p{M}' }

/** A space of a phrase may be a hyphen. */
function patternOf(listed: readonly string[]): RegExp {
  return formPattern([...listed, ...listed.map(phrase => phrase.replaceAll(' ', '-'))], noLetter)
}
