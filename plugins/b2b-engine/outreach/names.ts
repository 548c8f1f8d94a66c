import { oneLine } from '@product-host/toolkit/text'

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

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** What stands in front of names, in lower case and without a dot. */
const titles = wordSet(`
  mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend capt captain col major hon
  herr hr frau fr frl dipl-ing ing mag
  m mme madame monsieur mlle mademoiselle me maître
  sr sra srta señor señora señorita don doña lic
  sig signor signora sig.ra dott dott.ssa avv
  dhr mevr mw drs heer mevrouw senhor senhora pan pani`)

/** What stands behind names, in lower case and without dots or spaces. */
const qualifications = wordSet(`
  phd dphil md mba msc bsc ba ma mphil mfa llb llm jd edd dds dvm pharmd rn np cpa cfa cma acca fca aca pmp cissp pe esq
  jr sr ii iii iv obe mbe cbe frs frcs frcp mp qc kc chartered shrm-cp shrm-scp pgce`)

/** What family names begin with. */
const particles = wordSet(
  'van von zu zur de der den del della di da do dos du des la le el al bin ibn ter ten af av mac'
)

/** Words that say that a text names several people or none in particular. */
const groups = wordSet(`
  team teams department departments dept division committee crew everyone everybody anyone anybody somebody someone whom
  abteilung mannschaft équipe equipe service-client service equipo departamento departement département abteilungsleitung
  squadra ufficio afdeling`)

/** Words that stand where no name is known. */
const nobody = wordSet(`
  the n/a na none null nil undefined unknown unnamed anonymous blank empty test tester testing example sample contact lead name
  first last firstname lastname fullname full surname customer client user person admin administrator guest friend there sir
  madam tbd tbc tba xxx not applicable available provided no-name noname dear hi hello`)

/** Roles and functions, which are no names when nothing else is said. */
const roles = wordSet(`
  sales purchasing procurement accounting accounts finance marketing support service helpdesk office reception hr it operations
  logistics management manager director owner founder ceo cfo cto coo head of buyer info and & purchase billing
  einkauf vertrieb buchhaltung geschäftsführung geschäftsleitung achats ventes compras ventas acquisti vendite inkoop verkoop`)
