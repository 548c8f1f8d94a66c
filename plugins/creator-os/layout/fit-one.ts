import type { Copy, Section } from '../copy/copy.js'
import type { Form } from '../platforms/platform.js'
import { cutTo } from '../text/tidy.js'
import { blocksOf } from './forms.js'
import type { Fits } from './splitter.js'

/** A text that fits one post, and how many items of its list did not go in. */
interface Fitted {
  readonly text: string
  readonly leftOut: number
}

/**
 * The fullest form of a text that fits: first whole, then with ever less of what readers miss least. The hook and what the reader is
 * asked stay longest; the hook is cut when nothing else is left.
 */
export function fitOne(copy: Copy, form: Form, hashtags: readonly string[], title: string, fits: Fits): Fitted {
  for (const shorter of shortened(copy)) {
    for (const tags of [hashtags, []]) {
      const text = blocksOf(form, shorter, tags, title).join('\n\n')
      if (fits(text)) return { text, leftOut: itemCount(copy) - itemCount(shorter) }
    }
  }
  const closing = copy.plainClosing && `\n\n${copy.plainClosing}`
  const text = `${cutTo(copy.plainHook, hook => fits(hook + closing))}${closing}`.trim()
  return { text, leftOut: itemCount(copy) }
}

/** A text with less and less in it. */
function* shortened(copy: Copy): Generator<Copy> {
  yield copy
  let sections = copy.sections
  for (const shorten of [without('stakes'), withTitlesOnly, without('problem')]) {
    sections = shorten(sections)
    yield { ...copy, sections }
  }
  const plain = { ...copy, hook: copy.plainHook }
  sections = without('mistake')(sections)
  yield { ...plain, sections }
  while (sections.length > 0) {
    sections = withoutLast(sections)
    yield { ...plain, sections, ...(itemCount({ ...copy, sections }) <= 1 && { bridge: '', address: '' }) }
  }
  yield { ...plain, sections, address: '', bridge: '', closing: copy.plainClosing }
}

function without(part: Section['part']): (sections: readonly Section[]) => readonly Section[] {
  return sections => sections.filter(section => section.part !== part)
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
