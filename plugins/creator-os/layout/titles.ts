import type { Copy } from '../copy/copy.js'
import type { Platform } from '../platforms/platform.js'
import { sentences } from '../text/segments.js'
import { cutTo } from '../text/tidy.js'
import type { Subject } from '../topic/subject.js'

/** What stands around a text, where its platform has a place for it. */
export interface Titles {
  readonly title?: string
  readonly subject?: string
  readonly preheader?: string
  readonly metaDescription?: string
}

/** Longest preheader of a newsletter, in characters. */
const longestPreheader = 90
/** Longest description of an image, as screen readers take it in at once. */
const longestAltText = 125

/** Titles of a text, each within its limit. */
export function titlesFor(
  copy: Copy,
  { platform, subject, audience }: { platform: Platform; subject: Subject; audience: string }
): Titles {
  const { form, titleLimit, fold } = platform
  if (titleLimit === undefined) return {}
  const { heading, noun, intent } = subject
  const isOpen = noun !== undefined && intent !== 'announcement' && !/[?!:]| for /.test(heading)
  const title = firstThatFits(titleLimit, [...(isOpen ? [`${heading} for ${audience}`] : []), heading])
  const next = afterHook(copy)
  if (form === 'newsletter')
    return {
      title,
      subject: firstThatFits(fold, [heading]),
      preheader: firstThatFits(longestPreheader, [next || copy.hook])
    }
  if (form === 'article')
    return { title, metaDescription: firstThatFits(fold, [`${copy.hook} ${next}`.trim(), copy.hook]) }
  return { title }
}

/** The first sentence or item after the hook. */
function afterHook({ sections: [first] }: Copy): string {
  return sentences(first?.paragraphs[0] ?? '')[0]?.trim() ?? first?.items[0]?.title ?? ''
}

/** A description for a picture that shows the first line, as a card. */
export function altTextFor({ hook }: Copy): string {
  return firstThatFits(longestAltText, [
    `Card with the text: “${hook}”`,
    `Card with the text: “${cut(hook, longestAltText - 25)}”`
  ])
}

/** The first text within the limit, or else the last one, cut. */
function firstThatFits(limit: number, texts: readonly string[]): string {
  return texts.find(text => text.length <= limit) ?? cut(texts.at(-1) ?? '', limit)
}

function cut(text: string, limit: number): string {
  return cutTo(text, part => part.length <= limit)
}
