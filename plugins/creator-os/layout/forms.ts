import type { Copy, Section } from '../copy/copy.js'
import type { Form } from '../platforms/platform.js'
import { headings } from './headings.js'

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
export function blocksOf(form: Form, copy: Copy, hashtags: readonly string[], title = ''): readonly string[] {
  const tags = hashtags.join(' ')
  const lists = copy.sections.flatMap(section => sectionOf(form, section))
  return formed(form, copy, lists, tags, title).filter(block => block !== '')
}

function formed(form: Form, copy: Copy, lists: readonly string[], tags: string, title: string): readonly string[] {
  const { hook, address, bridge, closing } = copy
  const opening = address ? `${hook} ${address}` : hook
  switch (form) {
    case 'thread':
      return [opening, bridge, ...lists, `${closing}\n\n${tags}`.trim()]
    case 'post':
    case 'caption':
      return [opening, bridge, ...lists, closing, tags]
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
  const { part, paragraphs } = section
  switch (form) {
    case 'clip':
      return part === 'body' ? paragraphs : itemsOf(form, { ...section, items: withoutDetails(section) })
    case 'video':
      return isSaidByChapters(section) ? paragraphs : [...paragraphs, ...itemsOf(form, section)]
    case 'newsletter':
    case 'article':
      return [...(part === 'body' ? [] : [`## ${headings[part]}`]), ...paragraphs, ...itemsOf(form, section)]
    default:
      return [...paragraphs, ...itemsOf(form, section)]
  }
}

/** A list: a block for each item, or one for all where the items are single lines and nothing has to be cut between them. */
function itemsOf(form: Form, { items, isOrdered }: Section): readonly string[] {
  const lines = items.map(({ title, detail }, index) => {
    const sign = items.length < 2 ? '' : isOrdered ? `${index + 1}. ` : bullets[form]
    return `${sign}${title}${detail && ` ${detail}`}`
  })
  return form === 'thread' || items.some(({ detail }) => detail !== '') ? lines : [lines.join('\n')]
}

function withoutDetails({ items }: Section): Section['items'] {
  return items.map(item => ({ ...item, detail: '' }))
}

/** The list of a text as the chapters of a video, without their times. */
function chapters({ sections }: Copy): string {
  const titles = sections.flatMap(({ part, items }) =>
    items.length > 0 ? items.map(({ title }) => title.replace(/\.$/, '')) : part === 'body' ? [] : [headings[part]]
  )
  return titles.length > 1 ? ['In this video:', ...titles.map(title => `• ${title}`)].join('\n') : ''
}

/** Whether the chapters above have said already what a list without details says. */
function isSaidByChapters({ items }: Section): boolean {
  return items.length > 1 && items.every(({ detail }) => detail === '')
}
