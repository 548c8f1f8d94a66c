import { refuse } from '../faults.js'

const mostPhrases = 40
const longestPhrase = 200
const mostKeywords = 20

/**
 * The phrases of a list of signals, in the order in which they stand, each once. Commas within numbers do not split: "1,200
 * employees" is one phrase. Throws `InvalidInput` for too many or too long ones.
 */
export function splitSignals(signals: string): readonly string[] {
  const phrases = parts(joinThousands(signals))
  const tooLong = phrases.filter(phrase => phrase.length > longestPhrase).length
  refuse([
    phrases.length > mostPhrases && {
      pointer: '#/signals',
      code: 'too_many_phrases',
      detail: `holds ${phrases.length} phrases`,
      fix: `Send at most ${mostPhrases} phrases.`
    },
    tooLong > 0 && {
      pointer: '#/signals',
      code: 'phrase_too_long',
      detail: `holds ${tooLong === 1 ? 'a phrase' : `${tooLong} phrases`} of more than ${longestPhrase} characters`,
      fix: 'Send short phrases, split by commas, semicolons or new lines.'
    }
  ])
  return phrases
}

/** The keywords of an ideal customer profile, in lower case. Throws `InvalidInput` for too many. */
export function splitKeywords(icp: string): readonly string[] {
  const keywords = parts(icp.toLowerCase())
  refuse([
    keywords.length > mostKeywords && {
      pointer: '#/icp',
      code: 'too_many_keywords',
      detail: `holds ${keywords.length} keywords`,
      fix: `Send at most ${mostKeywords} keywords.`
    }
  ])
  return keywords
}

/** "1,200" as "1200", so that the comma does not split. */
function joinThousands(text: string): string {
  return text.replace(/(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/g, number => number.replaceAll(',', ''))
}

function parts(text: string): readonly string[] {
  const seen = new Map<string, string>()
  for (const part of text.split(/[,;\n]/)) {
    const phrase = part.replace(/\s+/g, ' ').trim()
    if (phrase !== '' && !seen.has(phrase.toLowerCase())) seen.set(phrase.toLowerCase(), phrase)
  }
  return [...seen.values()]
}
