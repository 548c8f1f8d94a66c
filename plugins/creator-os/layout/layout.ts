import type { Copy } from '../copy/copy.js'
import type { Ruler } from '../length/ruler.js'
import type { Platform } from '../platforms/platform.js'
import type { Subject } from '../topic/subject.js'
import { fitOne } from './fit-one.js'
import { blocksOf } from './forms.js'
import { splitIntoPosts } from './splitter.js'
import { type Titles, titlesFor } from './titles.js'

/** A text as its platform takes it. */
export interface Laid extends Titles {
  readonly posts: readonly string[]
  /** Items of the text that no post had room for. */
  readonly leftOut: number
}

/** What a text is laid out for. */
export interface Sheet {
  readonly platform: Platform
  readonly ruler: Ruler
  readonly subject: Subject
  readonly audience: string
  readonly hashtags: readonly string[]
}

/** Lays a text out for its platform: a thread is split, any other text is shortened until it fits. */
export function layOut(copy: Copy, sheet: Sheet): Laid {
  const { platform, ruler, hashtags } = sheet
  const titles = titlesFor(copy, sheet)
  if (platform.form === 'thread')
    return { posts: splitIntoPosts(blocksOf('thread', copy, hashtags), ruler.fits), leftOut: 0, ...titles }
  const { text, leftOut } = fitOne(copy, platform.form, hashtags, titles.title ?? '', ruler.fits)
  return { posts: [text], leftOut, ...titles }
}
