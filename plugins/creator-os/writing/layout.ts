import { fill } from '@product-host/toolkit/template'
import { graphemes, sentences } from '@product-host/toolkit/text'
import { isWritten, phrasesOf } from '../languages/languages.js'
import { cutTo, type Ruler } from '../platform.js'
import type { Form, Platform } from '../platform-table.js'
import type { Subject } from '../topic.js'
import type { Copy, Section } from './copy.js'

/** A text as its platform takes it. */
interface Layout extends Titles {
  readonly posts: readonly string[]
}

/** What a text is laid out for. */
export interface LayoutOptions {
  readonly platform: Platform
  readonly ruler: Ruler
  readonly subject: Subject
  readonly audience: string
  readonly hashtags: readonly string[]
}

/** Lays a text out for its platform, with its titles: a thread is split, any other text is shortened until it fits. */
export function layOut(copy: Copy, options: LayoutOptions): Layout {
  const { platform, ruler, hashtags } = options
  const titles = titlesFor(copy, options)
  if (platform.form === 'thread')
    return { posts: splitIntoPosts(blocksOf('thread', copy, hashtags), ruler.fits), ...titles }
  return { posts: [fitOne(copy, platform.form, hashtags, titles.title ?? '', ruler.fits)], ...titles }
}

/**
 * The fullest form of a text that fits: first whole, then with ever less of what readers miss least. The hook and what the reader is
 * asked stay longest; the hook is cut when nothing else is left.
 */
function fitOne(copy: Copy, form: Form, hashtags: readonly string[], title: string, fits: Fits): string {
  for (const shorter of shortened(copy)) {
    for (const tags of [hashtags, []]) {
      const text = blocksOf(form, shorter, tags, title).join('\n\n')
      if (fits(text)) return text
    }
  }
  const closing = copy.plainClosing && `\n\n${copy.plainClosing}`
  return `${cutTo(copy.plainHook, hook => fits(hook + closing))}${closing}`.trim()
}

/** A text with less and less in it. */
function* shortened(copy: Copy): Generator<Copy> {
  yield copy
  let sections = withTitlesOnly(copy.sections)
  yield { ...copy, sections }
  while (itemCount({ ...copy, sections }) > 1) {
    sections = withoutLast(sections)
    yield { ...copy, sections, ...(itemCount({ ...copy, sections }) <= 1 && { address: '' }) }
  }
  const plain = { ...copy, hook: copy.plainHook, address: '' }
  yield { ...plain, sections }
  while (sections.length > 0) {
    sections = withoutLast(sections)
    yield { ...plain, sections }
  }
  yield { ...plain, sections, closing: copy.plainClosing }
}

function withTitlesOnly(sections: readonly Section[]): readonly Section[] {
  return sections.map(section => ({ ...section, items: section.items.map(item => ({ ...item, detail: '' })) }))
}

/** Without the last item of the last section, or without that section when it has none left. */
function withoutLast(sections: readonly Section[]): readonly Section[] {
  const [last, before] = [sections.at(-1), sections.slice(0, -1)]
  return last && last.items.length > 1 ? [...before, { ...last, items: last.items.slice(0, -1) }] : before
}

function itemCount({ sections }: Copy): number {
  return sections.reduce((sum, { items }) => sum + items.length, 0)
}

/** What stands before the items of a list that has no order, where a form has a sign for it. */
const bullets: Readonly<Record<Form, string>> = {
  thread: '',
  post: '• ',
  caption: '• ',
  clip: '• ',
  video: '• ',
  newsletter: '- ',
  article: '- '
}

/** The paragraphs of a text in the form of its platform, the hashtags among them. */
function blocksOf(form: Form, copy: Copy, hashtags: readonly string[], title = ''): readonly string[] {
  const tags = hashtags.join(' ')
  const lists = copy.sections.flatMap(section => sectionOf(form, section))
  return formed(form, copy, lists, tags, title).filter(block => block !== '')
}

function formed(form: Form, copy: Copy, lists: readonly string[], tags: string, title: string): readonly string[] {
  const { hook, address, closing } = copy
  const opening = address ? `${hook} ${address}` : hook
  switch (form) {
    case 'thread':
      return [opening, ...lists, `${closing}\n\n${tags}`.trim()]
    case 'post':
    case 'caption':
      return [opening, ...lists, closing, tags]
    case 'clip':
      return [opening, ...lists, closing, tags]
    case 'video':
      return [opening, chapters(copy), ...lists, closing, tags]
    case 'newsletter':
      return [opening, ...lists, closing]
    case 'article':
      return [title && `# ${title}`, hook.replace(/\.$/, '') === title ? address : opening, ...lists, closing]
  }
}

/** What a form shows of a section. */
function sectionOf(form: Form, section: Section): readonly string[] {
  const { kind, heading, paragraphs } = section
  if (kind === 'slots') return slotsOf(form, section)
  switch (form) {
    case 'video':
      return isSaidByChapters(section) ? paragraphs : [...paragraphs, ...itemsOf(form, section)]
    case 'newsletter':
    case 'article':
      return [...(heading === '' ? [] : [`## ${heading}`]), ...paragraphs, ...itemsOf(form, section)]
    default:
      return [...paragraphs, ...itemsOf(form, section)]
  }
}

/** The slots of an outline, each in brackets; under its heading where the platform has headings. */
function slotsOf(form: Form, { items }: Section): readonly string[] {
  const hasHeadings = form === 'newsletter' || form === 'article'
  return items.flatMap(({ title, detail }) => {
    if (hasHeadings && detail !== '') return [`## ${title}`, `[${detail}]`]
    return [`[${title}${detail && `: ${detail}`}]`]
  })
}

/** A list: a block for each item, or one for all where the items are single lines and nothing has to be cut between them. */
function itemsOf(form: Form, { items, isOrdered }: Section): readonly string[] {
  const lines = items.map(({ title, detail }, index) => {
    const sign = items.length < 2 ? '' : isOrdered ? `${index + 1}. ` : bullets[form]
    return `${sign}${title}${detail && ` ${detail}`}`
  })
  return form === 'thread' || items.some(({ detail }) => detail !== '') ? lines : [lines.join('\n')]
}

/** The points of a text as the chapters of a video, without their times. */
function chapters({ sections, chapters: lead }: Copy): string {
  const titles = sections.flatMap(({ kind, items }) =>
    kind === 'points' ? items.map(({ title }) => title.replace(/\.$/, '')) : []
  )
  return titles.length > 1 ? [lead, ...titles.map(title => `• ${title}`)].join('\n') : ''
}

/** Whether the chapters above say already what the list says. */
function isSaidByChapters({ items }: Section): boolean {
  return items.length > 1
}

/** Whether a text is within a limit. */
type Fits = (text: string) => boolean

/** Longest thread that is written. */
const longestThread = 500

/** Thrown for a text that needs more posts than any reader would follow. */
export class ThreadTooLong extends Error {
  override readonly name = 'ThreadTooLong'

  constructor() {
    super(`The text needs more than ${longestThread} posts.`)
  }
}

/**
 * Cuts paragraphs into posts that all fit, numbered " n/m" when there is more than one. Posts end at the end of a paragraph where
 * they can, otherwise of a sentence, a word or, in a word that is too long, a grapheme. Throws `ThreadTooLong`, and a
 * `RangeError` when not even a character fits.
 */
export function splitIntoPosts(paragraphs: readonly string[], fits: Fits): readonly string[] {
  const unnumbered = packed(paragraphs, fits)
  if (unnumbered.length <= 1) return unnumbered
  for (let digits = String(unnumbered.length).length; ; digits++) {
    const nines = '9'.repeat(digits)
    const posts = packed(paragraphs, text => fits(`${text} ${nines}/${nines}`))
    if (posts.length < 10 ** digits) return posts.map((post, index) => `${post} ${index + 1}/${posts.length}`)
  }
}

/** Fills posts one after another. */
function packed(paragraphs: readonly string[], fits: Fits): readonly string[] {
  const posts: string[] = []
  for (const paragraph of paragraphs.map(text => text.trim()).filter(Boolean)) {
    const joined = posts.length > 0 ? `${posts.at(-1)}\n\n${paragraph}` : paragraph
    if (posts.length > 0 && fits(joined)) posts[posts.length - 1] = joined
    else if (fits(paragraph)) posts.push(paragraph)
    else packPieces(posts, paragraph, fits)
    if (posts.length > longestThread) throw new ThreadTooLong()
  }
  return posts
}

/** Adds a paragraph that no post can hold, sentence by sentence, after what the last post says already. */
function packPieces(posts: string[], paragraph: string, fits: Fits): void {
  let separator = posts.length > 0 ? '\n\n' : ''
  for (const piece of largestParts(paragraph, fits)) {
    const joined = `${posts.at(-1) ?? ''}${separator}${piece}`.trim()
    if (posts.length > 0 && fits(joined)) posts[posts.length - 1] = joined
    else posts.push(piece.trim())
    if (posts.length > longestThread) throw new ThreadTooLong()
    separator = /(?<!\s)\s+$/u.exec(piece)?.[0].slice(0, 1) ?? ''
  }
}

/** The largest parts of a text that fit, with the white space that follows them. */
function largestParts(text: string, fits: Fits): readonly string[] {
  return sentences(text).flatMap(sentence =>
    fits(sentence.trim())
      ? [sentence]
      : sentence.split(/(?<=\s)/u).flatMap(word => (fits(word.trim()) ? [word] : cutWord(word, fits)))
  )
}

/** A word in the longest parts that fit. */
function cutWord(word: string, fits: Fits): readonly string[] {
  const units = graphemes(word).flatMap(grapheme => (fits(grapheme.trim()) ? [grapheme] : cutGrapheme(grapheme, fits)))
  const parts: string[] = []
  let start = 0
  while (start < units.length) {
    const count = fitting(units, start, fits)
    parts.push(units.slice(start, start + count).join(''))
    start += count
  }
  return parts
}

/** How many units from one on fit together, at least 1: doubled until they do not, then halved in. */
function fitting(units: readonly string[], start: number, fits: Fits): number {
  const isFit = (count: number) =>
    fits(
      units
        .slice(start, start + count)
        .join('')
        .trim()
    )
  const most = units.length - start
  let low = 1
  while (low < most && isFit(Math.min(2 * low, most))) low = Math.min(2 * low, most)
  let high = Math.min(2 * low, most + 1)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isFit(middle)) low = middle
    else high = middle
  }
  return low
}

function cutGrapheme(grapheme: string, fits: Fits): readonly string[] {
  const characters = Array.from(grapheme)
  if (!characters.every(character => fits(character)))
    throw new RangeError('The limit is below the length of a character.')
  return characters
}

/** The texts around a draft, such as a title, where its platform has them. */
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
function titlesFor(
  copy: Copy,
  { platform, subject, audience }: { platform: Platform; subject: Subject; audience: string }
): Titles {
  const { form, titleLimit, fold } = platform
  if (titleLimit === undefined) return {}
  const { heading } = subject
  const title = firstThatFits(titleLimit, [...titlesWithAudience(subject, audience), heading])
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

/** The title that names the audience, where the heading leaves room for that. */
function titlesWithAudience({ heading, noun, intent, language }: Subject, audience: string): readonly string[] {
  const isName = language === 'en' ? noun !== undefined : true
  if (
    audience === '' ||
    !isWritten(language) ||
    !isName ||
    intent === 'announcement' ||
    /[?!:]| (?:for|für|pour|para) /.test(heading)
  )
    return []
  return [fill(phrasesOf(language).copy.title, { heading, audience })]
}

/** The first sentence or item after the hook; none of an outline. */
function afterHook({ sections: [first], isOutline }: Copy): string {
  if (isOutline) return ''
  return sentences(first?.paragraphs[0] ?? '')[0]?.trim() ?? first?.items[0]?.title ?? ''
}

/** A description for a picture that shows the first line, as a card. */
export function altTextFor({ hook: firstLine, isOutline }: Copy, { heading }: Subject): string {
  const hook = isOutline ? heading : firstLine
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
