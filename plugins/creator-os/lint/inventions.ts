import type { Request } from '../copy/request.js'
import { knownPhrases } from './known-phrases.js'
import type { Finding } from './lint.js'

/** Ways of claiming what nobody has sent: figures, sources, links, names of accounts and quotations. */
const claims: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a figure', pattern: /[$€£¥]?\p{Nd}[\p{Nd}.,:/]*\s?(?:%|k\b|m\b|bn\b|x\b)?/giu },
  {
    what: 'a share',
    pattern:
      /\b(?:per ?cent|percentage|majority of|half of (?:all|the)|(?:two|three) (?:thirds|quarters)|\w+ out of \w+ (?:people|users|companies))\b/gi
  },
  { what: 'a multitude', pattern: /\b(?:dozens|hundreds|thousands|millions|billions) of\b/gi },
  {
    what: 'a source',
    pattern:
      /\b(?:studies (?:show|suggest)|research (?:shows|suggests|has shown)|according to|experts (?:say|agree)|a (?:recent )?(?:study|survey|report)|statistics)\b/gi
  },
  {
    what: 'a superlative',
    pattern: /\b(?:proven|guaranteed|award-winning|world-class|best-in-class|number one|leading provider)\b/gi
  },
  { what: 'a link', pattern: /https?:\/\/\S+|www\.\S+/gi },
  { what: 'an account', pattern: /(?<![\p{L}\p{N}])@[\p{L}\p{N}_]{2,}/gu },
  { what: 'a quotation', pattern: /[“"«][^”"»\n]{12,}[”"»]/gu }
]

/** A number at the start of a line is a list's, not a claim. */
const listNumber = /^\s*\d{1,2}[.)]\s/gm

/** Judges whether a text says something that its author did not send. */
export function inventions(text: string, request: Request): Finding {
  const known = knownPhrases(request).join('\n')
  const plain = withoutKnown(text, request).replaceAll(listNumber, '')
  const invented = claims.filter(({ pattern }) => {
    const sent = new Set(found(known, pattern))
    return found(plain, pattern).some(claim => !sent.has(claim))
  })
  return invented.length > 0
    ? {
        rule: 'nothing_invented',
        level: 'fail',
        message: `States what was not sent: ${invented.map(({ what }) => what).join(', ')}.`
      }
    : { rule: 'nothing_invented', level: 'pass', message: 'States nothing that was not sent.' }
}

/** The text without the phrases that the author sent, the longest first. */
function withoutKnown(text: string, request: Request): string {
  const phrases = knownPhrases(request)
    .filter(Boolean)
    .sort((left, right) => right.length - left.length)
  return phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text)
}

function found(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.toLowerCase().matchAll(pattern), ([claim]) =>
    claim.replaceAll(/\s/g, '').replace(/[.,:/]+$/, '')
  )
}
