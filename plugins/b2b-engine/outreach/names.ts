import { oneLine } from '@product-host/toolkit/text'
import table from './names.json' with { type: 'json' }

/**
 * How a person is greeted: the first name of "Dr Jane Smith, PhD" or "Smith, Jane", the whole of "J. Smith", title and family name of
 * "Hr. Müller". Undefined for a text that is no name of a person, such as "N/A" or "The Purchasing Team".
 */
export function greetedName(text: string): string | undefined {
  const parts = oneLine(withoutNicknames(text))
    .split(/ ?, ?/)
    .filter(part => part !== '' && !isQualification(part))
  const [family = '', given] = parts
  const { title, words } = withoutTitles(given ?? family)
  const named = words.filter((word, index) => (index === 0 && words.length > 1) || !isQualification(word))
  if (!isPerson(named)) return undefined
  const cased = casedAsName(named)
  const [first = ''] = cased
  if (cased.length === 1 && title !== undefined) return `${title} ${first}`
  return withoutDot(first).length > 1 && !isParticle(first) ? first : cased.join(' ')
}

/** Without what is between brackets or quotation marks: William (Bill) Gates. */
function withoutNicknames(text: string): string {
  return text.replaceAll(/\([^()]*\)|"[^"]*"|“[^“”]*”/g, ' ')
}

function isPerson(words: readonly string[]): boolean {
  const lower = words.map(word => word.toLowerCase().replaceAll('.', ''))
  return (
    words.length > 0 &&
    words.every(word => nameWord.test(word)) &&
    lower.some(word => word.length > 1) &&
    !lower.some(word => groups.has(word)) &&
    !lower.every(word => nobody.has(word) || roles.has(word))
  )
}

/** A word of a name: letters of any script, and the marks that stand in names. */
const nameWord = /^\p{L}[\p{L}\p{M}.'’·・-]*$/u

/** The words behind titles, and the last title as it was written. */
function withoutTitles(text: string): { readonly title: string | undefined; readonly words: readonly string[] } {
  const words = text.split(' ').filter(Boolean)
  const start = words.findIndex(word => !titles.has(withoutDot(word.toLowerCase())))
  const count = start < 0 ? words.length : start
  return { title: words[count - 1], words: words.slice(count) }
}

/** A name that has one case only, as forms and exports store it, with the capitals of names. */
function casedAsName(words: readonly string[]): readonly string[] {
  const text = words.join('')
  const isOneCase = text === text.toLowerCase() || (text.length > 3 && text === text.toUpperCase())
  if (!isOneCase) return words
  return words.map(word => word.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, letter => letter.toUpperCase()))
}

/** "van" of "van der Berg", which is no first name. */
function isParticle(word: string): boolean {
  return /^\p{Ll}+$/u.test(word) || particles.has(word.toLowerCase())
}

function isQualification(text: string): boolean {
  return qualifications.has(text.toLowerCase().replaceAll(/[. ]/g, ''))
}

function withoutDot(word: string): string {
  return word.replace(/\.$/, '')
}

const titles = new Set(table.titles)
const qualifications = new Set(table.qualifications)
const particles = new Set(table.particles)
const groups = new Set(table.groups)
const nobody = new Set(table.nobody)
const roles = new Set(table.roles)
