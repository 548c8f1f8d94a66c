import { numbersIn, secondsOfUnit, toNumber } from './amounts.js'

/** A text that is to be stored, with what a request says of how. */
export interface StoredText {
  readonly value: string
  readonly key?: string
  /** With commas between. */
  readonly tags?: string
  /** Seconds. */
  readonly lifetime?: number
}

const verb = String.raw`^\W*(?:(?:please|kindly|and|also)\s+)*(?:remember|note|save|store|keep|put|record|write|memori[sz]e|set|add|chuck|pop|stick)(?:\s+down)?`

const place = String.raw`(?:\s+(?:in|into|to)\s+(?:(?:the|my|our|your)\s+)?(?:memory|memories|notes?))?`

const keyName = String.raw`(?:the\s+)?(?:exact\s+|new\s+)?(?:key|name)(?:\s+(?:called|named|of)(?=\s))?\s*[:=]?\s*["'“]?(?<key>[\w.-]*\w)["'”]?`

const forTime = String.raw`(?:for|during|over)\s+(?:the\s+next\s+)?(?<time>(?:\d+|\p{L}+(?:-\p{L}+)?)\s+(?:seconds?|minutes?|hours?|days?|weeks?))`

const forms = [
  // `store the value "x" under the key y`
  new RegExp(
    String.raw`${verb}${place}\s+(?:(?:the|this)\s+)?(?:value|text|phrase|string|words?|sentence|code)\s*[:=]?\s*(?<value>"[^"]+"|“[^”]+”|'[^']+'|\S+)${place}\s+(?:under|with|as|using|at|by|for)\s+${keyName}(?:\s+${forTime})?[\s.!]*$`,
    'isu'
  ),
  // `remember under the key y the value "x"`, `save a note under the key y: x`
  new RegExp(
    String.raw`${verb}(?:\s+(?:this|it|the\s+following|an?\s+(?:note|memory|fact|text|value|record|entry)))?${place}\s+(?:under|with|as|using|for)\s+${keyName}(?:\s*,?\s+(?:and\s+)?(?:with\s+)?(?:the\s+)?(?:value|text)(?:\s+of(?=\s))?\s*[:=]?\s+|\s*:\s+)(?<value>"[^"]+"|“[^”]+”|\S.*?)[\s.!]*$`,
    'isu'
  ),
  // `under the key y, store "x"`
  new RegExp(
    String.raw`^\W*(?:please\s+)?(?:under|with|using)\s+${keyName}\s*,?\s+(?:please\s+)?(?:remember|note|save|store|keep|put|record)${place}(?:\s+(?:the\s+)?(?:value|text|following))?(?:\s+that)?\s*:?\s+(?<value>"[^"]+"|“[^”]+”|\S.*?)[\s.!]*$`,
    'isu'
  ),
  // `store in memory for 7 days: x`
  new RegExp(
    String.raw`${verb}(?:\s+(?:this|the\s+following))?${place}\s+${forTime}${place}(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)[\s.!]*$`,
    'isu'
  ),
  // `the value is x and the key is y`
  /^\W*(?:the\s+)?(?:value|text)(?:\s+to\s+(?:be\s+)?(?:store|stored|save|saved|remember|remembered))?\s+(?:is|should\s+be|shall\s+be)\s+(?<value>"[^"]+"|“[^”]+”|[^,;]+?),?\s+(?:and\s+)?(?:the\s+)?key\s+(?:is|should\s+be|shall\s+be)\s+["'“]?(?<key>[\w.-]*\w)["'”]?[\s.!]*$/isu,
  /^\W*(?:the\s+)?key\s+(?:is|should\s+be|shall\s+be)\s+["'“]?(?<key>[\w.-]*\w)["'”]?,?\s+(?:and\s+)?(?:the\s+)?(?:value|text)(?:\s+to\s+(?:be\s+)?(?:store|stored|save|saved|remember|remembered))?\s+(?:is|should\s+be|shall\s+be)\s+(?<value>"[^"]+"|“[^”]+”|.+?)[\s.!]*$/isu,
  // `key=y value=x`
  /^\W*(?:(?:please\s+)?(?:remember|save|store|set|put|write|record)\s*[;:,]?\s+)?key\s*[=:]\s*["'“]?(?<key>[\w.-]*\w)["'”]?\s*[,;]?\s+(?:and\s+)?value\s*[=:]\s*(?<value>"[^"]+"|“[^”]+”|[^,;]+?)(?:\s*[,;]\s*(?:ttl|for|expires?\s+in)\s*[=:]?\s*(?<time>\d+\s+(?:seconds?|minutes?|hours?|days?|weeks?)))?[\s.!]*$/isu
]

const tagged =
  /\s*[,;(.]\s*(?:and\s+)?(?:please\s+)?(?:with\s+)?(?:the\s+)?(?:tag(?:s|ged)?|tag\s+it)\s*(?:(?:as|with)\s+|[:=]\s*)?["'“]?(?<tags>[\p{L}\p{N}-]+(?:\s*(?:,|\band\b)\s*[\p{L}\p{N}-]+)*)["'”]?\s*\)?[\s.!]*$/iu

const plainly = new RegExp(
  String.raw`${verb}${place}(?:\s+(?:this|the\s+following))?(?:\s*:\s*|\s+that\s+)(?<value>\S.*?)[\s.!]*$`,
  'isu'
)

/** What a sentence says that is to be stored, where it says how: its key, for how long, or its tags. */
export function storedText(sentence: string): StoredText | undefined {
  const [tail = ''] = tagged.exec(sentence) ?? []
  const tags = tagged.exec(sentence)?.groups?.tags?.replaceAll(/\s*(?:,|\band\b)\s*/giu, ', ')
  const rest = sentence.slice(0, sentence.length - tail.length)
  const all = tags === undefined ? forms : [...forms, plainly]
  for (const form of all) {
    const { value, key, time } = form.exec(rest)?.groups ?? {}
    if (value === undefined) continue
    const lifetime = time === undefined ? undefined : secondsIn(time)
    if (time !== undefined && lifetime === undefined) return undefined
    return {
      value: value.replace(/^["'“](.*)["'”]$/su, '$1'),
      ...(key !== undefined && { key }),
      ...(tags !== undefined && { tags }),
      ...(lifetime !== undefined && { lifetime })
    }
  }
  return undefined
}

function secondsIn(time: string): number | undefined {
  const [number] = numbersIn(time)
  const unit = secondsOfUnit[/\p{L}+$/u.exec(time)?.[0].toLowerCase() ?? '']
  return number?.value && unit !== undefined ? toNumber(number.value) * unit : undefined
}
