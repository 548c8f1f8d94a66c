import type { Copy } from '../copy/copy.js'
import type { Request } from '../copy/request.js'
import { layOut, type Sheet } from '../layout/layout.js'
import { altTextFor, type Titles } from '../layout/titles.js'
import { type Finding, isHardFailure, lint, qualityOf } from '../lint/lint.js'
import { proseOf } from '../lint/prose.js'
import { readingEase } from '../lint/reading-ease.js'
import { words } from '../text/segments.js'

/** A text laid out for its platform, with what the rules say of it. */
export interface Draft extends Titles {
  readonly engine: 'rules' | 'model'
  readonly posts: readonly string[]
  readonly hashtags: readonly string[]
  readonly altText: string
  readonly findings: readonly Finding[]
  readonly quality: number
  readonly readingEase?: number
  readonly words: number
  readonly leftOut: number
}

/** Lays out a text and judges it. */
export function toDraft(
  copy: Copy,
  engine: Draft['engine'],
  sheet: Sheet & { request: Request; askedHashtags?: number }
): Draft {
  const laid = layOut(copy, sheet)
  const hook = laid.posts[0]?.includes(copy.hook) ? copy.hook : copy.plainHook
  const hashtags = sheet.hashtags.filter(tag => laid.posts.some(post => post.includes(tag)))
  const findings = lint({ ...sheet, hashtags, posts: laid.posts, hook })
  const prose = proseOf(laid.posts)
  const ease = readingEase(prose)
  return {
    ...laid,
    engine,
    hashtags,
    altText: altTextFor(copy),
    findings,
    quality: qualityOf(findings),
    ...(ease !== undefined && { readingEase: ease }),
    words: words(prose).length
  }
}

/** Whether a draft may be handed out. */
export function isSound({ findings }: Draft): boolean {
  return !findings.some(isHardFailure)
}
