import type { VerbForms } from './verb-forms.js'

const modal = '(?:could|would|can|will|might|may|should|shall|must)'

/** How a passive is recognised: by what stands between what is done to and the participle. */
export const asOrder =
  /\s+(?<link>(?:should|shall|must|ought\s+to|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to)(?:\s+(?:please|kindly|now|also|then|therefore))*(?<not>\s+(?:not|never)(?:\s+(?:yet|ever))?|n['’]t)?(?:\s+(?:please|kindly|now|also|then|therefore))*\s+be)\s+/iu

export const asComplement = new RegExp(
  String.raw`\s+(?<link>(?:${modal}|ought\s+to|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to|to)?(?:\s*(?:please|kindly|now|also|then|therefore)\b)*(?<not>\s*\b(?:not|never)(?:\s+to)?(?:\s+(?:yet|ever))?|n['’]t)?(?:\s*(?:please|kindly|now|also|then)\b)*\s*\b(?:be|is|are|was|were|gets?|getting))\s+`,
  'iu'
)

/** `the lead scored`, behind `have` or `get`. */
export const asHaving = /\s+(?<link>)(?<not>)/u

/** `the lead` `be` `scored` … as `score the lead` …; undefined where a text is no such passive. */
export function passive(text: string, forms: VerbForms, kind: RegExp): string | undefined {
  for (const match of text.matchAll(new RegExp(kind.source, 'giu'))) {
    const thing = text.slice(0, match.index).trim()
    const behind = text.slice(match.index + match[0].length)
    const [all = '', word = ''] =
      /^(?:(?:\p{L}+ly|also|please|first|then|now)\s+)*(\p{L}+)(?=[\s.,;:!?]|$)/u.exec(behind) ?? []
    const verb = forms.ofParticiple(word)
    if (verb === undefined || thing === '' || /\b(?:that|remember|note|whether|if|because)\b|:/iu.test(thing)) continue
    if (!nounPhrase.test(thing)) continue
    const [up = ''] = /^\s+(?:up|down|out|off)(?![\p{L}-])/iu.exec(behind.slice(all.length)) ?? []
    const rest = behind.slice(all.length + up.length)
    if (/^\s+that\b/iu.test(rest)) continue
    const [no] = /^(?:no\s+|none\s+of\s+|nothing\b|nobody\b|not\s+)/iu.exec(thing) ?? []
    const object =
      no === undefined
        ? thing
        : /^no(?:thing|body)/iu.test(no)
          ? `any${no.slice(2)}${thing.slice(no.length)}`
          : thing.slice(no.length)
    const isDenied = no !== undefined || Boolean(match.groups?.not)
    return `${isDenied ? 'do not ' : ''}${verb}${up} ${lowered(object.replace(/^they$/iu, 'them'))}${coordinated(rest, forms)}`
  }
  return undefined
}

/** `… discarded and replaced by a new one`: the second verb has the same object. */
function coordinated(rest: string, forms: VerbForms): string {
  const [all = '', link = '', word = ''] =
    /^(\s*,?\s+(?:and|or)\s+)(?:then\s+|be\s+)*(\p{L}+)(?=[\s.,]|$)/iu.exec(rest) ?? []
  const verb = forms.isBase(word) ? undefined : forms.ofParticiple(word)
  return verb === undefined ? rest : `${link}${verb} it${rest.slice(all.length)}`
}

/** What something can be done to: a thing with what belongs to it, and no sentence. */
const nounPhrase =
  /^(?!(?:to|i|we|you|he|she|there|what|which|who|when|where|how|only)\b)(?!.*\s(?:and|or|but|which|that|who|also|not)$)\S+(?:\s+(?!(?:is|are|was|were|am|before|until|when|while|if|unless|because|needs?|wants?)\s)\S+){0,30}$/iu

/** A thing within a sentence: without the capital letter of an article. */
export function lowered(text: string): string {
  return /^(?:The|A|An|Our|My|All|This|That|These|Those|Some|Any|Every|It|Only|One|Two|Three|Four|Five|Six)\s/u.test(
    text
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}
