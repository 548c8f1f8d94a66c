/** The platforms of a brief or a plan when none is named. */
export const usualPlatforms: readonly string[] = ['linkedin', 'x']

/**
 * What each platform takes. Sources: X: twitter-text 3 and the X help centre (long posts); Bluesky: the lexicon
 * app.bsky.feed.post; Mastodon: its StatusLengthValidator (graphemes, links 23); Instagram, Facebook and the UTF-16 counting:
 * Buffer's API guide; Threads: its API guide (emoji count as the bytes of UTF-8); hashtag limits of Instagram (December 2025), TikTok
 * (August 2025) and Threads: their help pages; YouTube: its help pages and the Data API (a description of 5,000 bytes, a title of 100
 * characters). The limits of newsletter and blog are our own: what is still read to the end.
 */
export const platforms: readonly Platform[] = [
  {
    name: 'x',
    title: 'X',
    aliases: ['twitter', 'x-com', 'x-twitter', 'twitter-x', 'tweet'],
    form: 'thread',
    limit: 280,
    unit: 'weighted',
    fold: 280,
    hashtags: { advised: { from: 1, to: 2 } },
    format: 'A thread: one idea a post, the subject in the first one.'
  },
  {
    name: 'x-premium',
    title: 'X Premium',
    aliases: ['twitter-premium', 'twitter-blue'],
    form: 'post',
    limit: 25_000,
    unit: 'weighted',
    fold: 280,
    hashtags: { advised: { from: 1, to: 2 } },
    format: 'One long post; what shows before "Show more" has to carry it.'
  },
  {
    name: 'linkedin',
    title: 'LinkedIn',
    aliases: ['li', 'linked-in'],
    form: 'post',
    limit: 3000,
    unit: 'utf16',
    fold: 210,
    hashtags: { advised: { from: 3, to: 3 } },
    format: 'Short paragraphs with a blank line between them; one question at the end.'
  },
  {
    name: 'instagram',
    title: 'Instagram',
    aliases: ['ig', 'insta'],
    form: 'caption',
    limit: 2196,
    unit: 'utf16',
    fold: 125,
    hashtags: { max: 5, advised: { from: 3, to: 5 } },
    format: 'A caption whose first line stands alone; hashtags last.'
  },
  {
    name: 'threads',
    title: 'Threads',
    aliases: ['threads-net'],
    form: 'thread',
    limit: 500,
    unit: 'emoji_bytes',
    fold: 500,
    hashtags: { max: 1, advised: { from: 1, to: 1 } },
    format: 'A few connected posts in a talking voice; one topic tag.'
  },
  {
    name: 'bluesky',
    title: 'Bluesky',
    aliases: ['bsky'],
    form: 'thread',
    limit: 300,
    unit: 'graphemes',
    maxBytes: 3000,
    fold: 300,
    hashtags: { max: 8, advised: { from: 1, to: 2 } },
    format: 'A thread: one idea a post, plain words.'
  },
  {
    name: 'mastodon',
    title: 'Mastodon',
    aliases: ['fediverse'],
    form: 'thread',
    limit: 500,
    unit: 'characters',
    fold: 500,
    hashtags: { advised: { from: 2, to: 3 } },
    format: 'A thread; hashtags in CamelCase, since they are how posts are found there.'
  },
  {
    name: 'facebook',
    title: 'Facebook',
    aliases: ['fb'],
    form: 'post',
    limit: 5000,
    unit: 'utf16',
    fold: 125,
    hashtags: { advised: { from: 0, to: 2 } },
    format: 'Short paragraphs; the first line shows above the fold.'
  },
  {
    name: 'tiktok',
    title: 'TikTok',
    aliases: ['tik-tok'],
    form: 'clip',
    limit: 2200,
    unit: 'utf16',
    fold: 150,
    hashtags: { max: 5, advised: { from: 3, to: 5 } },
    format: 'A short caption to a video; the list in keywords, hashtags last.'
  },
  {
    name: 'youtube',
    title: 'YouTube',
    aliases: ['yt'],
    form: 'video',
    limit: 5000,
    unit: 'bytes',
    fold: 100,
    hashtags: { max: 15, advised: { from: 3, to: 3 } },
    titleLimit: 100,
    format: 'A title, a description whose first line says what is shown, and a list of chapters.'
  },
  {
    name: 'newsletter',
    title: 'Newsletter',
    aliases: ['email', 'e-mail', 'mail'],
    form: 'newsletter',
    limit: 20_000,
    unit: 'utf16',
    fold: 50,
    hashtags: { max: 0, advised: { from: 0, to: 0 } },
    titleLimit: 60,
    format: 'Subject, preheader and short sections with headings; one link or question at the end.'
  },
  {
    name: 'blog',
    title: 'Blog',
    aliases: ['article', 'blog-post'],
    form: 'article',
    limit: 40_000,
    unit: 'utf16',
    fold: 155,
    hashtags: { max: 0, advised: { from: 0, to: 0 } },
    titleLimit: 60,
    format: 'Markdown with one H1, H2 sections and a meta description.'
  }
]

/** How a platform's texts are laid out. */
export type Form = 'thread' | 'post' | 'caption' | 'clip' | 'video' | 'newsletter' | 'article'

/** What a platform takes. */
export interface Platform {
  readonly name: string
  /** The names that earlier versions gave it, where they were others, and whether other platforms had them too. */
  readonly former?: { readonly names: readonly string[]; readonly areShared: boolean }
  readonly title: string
  readonly aliases: readonly string[]
  readonly form: Form
  readonly limit: number
  readonly unit: Unit
  /** A second limit, in bytes of UTF-8. */
  readonly maxBytes?: number
  /** Characters that are seen before a reader has to open the text; of a newsletter, the subject's length. */
  readonly fold: number
  readonly hashtags: { readonly max?: number; readonly advised: { readonly from: number; readonly to: number } }
  readonly titleLimit?: number
  /** One sentence on the form that works there. */
  readonly format: string
}

/**
 * What a platform counts: UTF-16 units, the same with the bytes of each emoji, bytes of UTF-8, X's weighted characters, graphemes, or
 * graphemes with each link as 23.
 */
export const units = ['utf16', 'emoji_bytes', 'bytes', 'weighted', 'graphemes', 'characters'] as const

export type Unit = (typeof units)[number]

/** The units in words. */
export const unitText =
  '`utf16`: UTF-16 code units, so that most emoji count 2; `emoji_bytes`: the same, but an emoji counts its bytes ' +
  'in UTF-8; `bytes`: bytes in UTF-8; `weighted`: as X counts, a link 23; `graphemes`: visible characters; ' +
  '`characters`: the same, but a link counts 23.'
