import { fillers } from '../routing/fillers.js'
import { stopWords } from '../text/stop-words.js'
import { cleaned } from './cleaned.js'
import { commonCapitals } from './field-kinds.js'

const name = String.raw`\p{Lu}[\p{L}\p{N}&'’.-]*(?:(?:\s+(?:&|of|de|van|von))?\s+\p{Lu}[\p{L}\p{N}&'’.-]*)*`
const capitalised = new RegExp(name, 'gu')
const afterPlace = new RegExp(String.raw`\b(?:at|from)\s+(${name})`, 'u')
const employed = new RegExp(
  String.raw`\b(?:to|for|with)\s+(${name})(?:,\s*[^,:]{2,60}?)?\s+(?:at|from|of)\s+(${name})`,
  'u'
)
const afterVerb = /\b(?:score|qualify|enrich|company)\s+([\p{Ll}\p{N}][\p{L}\p{N}&-]*)(?![\p{L}\p{N}@./])/u
/** What stands in the place of a company's name without being one. */
const roles: ReadonlySet<string> = new Set(
  'company companies customer deal lead leads person prospect prospects account accounts contact contacts address domain'.split(
    ' '
  )
)

/** Who works where: `to Jane Smith, head of sales at Acme`. */
export function employedOf(
  sentence: string
): { readonly person: string | undefined; readonly company: string } | undefined {
  const [, person, company] = employed.exec(sentence) ?? []
  return company === undefined || isCommon(company) ? undefined : { person, company: withoutEnd(company) }
}

/** The company that a sentence names. Verbs are those that sentences begin with. */
export function companyOf(sentence: string, verbs: ReadonlySet<string>): string | undefined {
  const [, placed] = afterPlace.exec(sentence) ?? []
  if (placed !== undefined && !isCommon(placed)) return withoutEnd(placed)
  for (const { 0: run, index } of sentence.matchAll(capitalised)) {
    const isFirst = sentence.slice(0, index).trim() === ''
    const words = withoutEnd(run).split(/\s+/)
    while (words[0] !== undefined && (isCommon(words[0]) || (isFirst && verbs.has(words[0].toLowerCase()))))
      words.shift()
    while (words.length > 0 && isCommon(words.at(-1) ?? '')) words.pop()
    if (words.length > 0 && !(isFirst && fillers.has(words.join(' ').toLowerCase()))) return words.join(' ')
  }
  const [, named = ''] = afterVerb.exec(sentence) ?? []
  return named.length < 3 || isCommon(named) || fillers.has(named) || roles.has(named) ? undefined : named
}

/** What is said of a company: after a comma in `rate Acme, they are hiring`, before it in `Acme is hiring, how good is it`. */
export function remarkOn(company: string | undefined, sentence: string): string | undefined {
  if (company === undefined) return undefined
  const rest = sentence.slice(sentence.indexOf(company) + company.length)
  const remarks = rest
    .split(',')
    .map(part => cleaned(part.replace(/^\s*(?:(?:they|it|who|which)\s+)?(?:is|are|has|have)\s+/iu, '')))
  const [before, ...after] = remarks
  if (!/^\s*(?:is|are|has|have)\s/iu.test(rest)) return cleaned(after.filter(isRemark).join(', '))
  return cleaned([before, ...after].filter(isRemark).join(', '))
}

function isRemark(remark: string | undefined): remark is string {
  return remark !== undefined && !/^(?:how|what|which|who|when|where|should|is|are|do|does|can)\b/iu.test(remark)
}

function withoutEnd(words: string): string {
  return words.replace(/['’]s$|[.'’-]+$/u, '')
}

function isCommon(word: string): boolean {
  const lower = word.toLowerCase().replace(/[.'’]s?$/u, '')
  return commonCapitals.has(lower) || stopWords.has(lower)
}
