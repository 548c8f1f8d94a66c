import type { Request } from '../copy/request.js'

/** Everything that the author sent: what is in it was not made up, and is not the rules' to judge. */
export function knownPhrases({ topic, audience, points, keywords, cta, link }: Request): readonly string[] {
  return [topic, audience, ...points, ...keywords, cta ?? '', link ?? '']
}
