import { testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import product from '../dist/index.js'
import { weightedLength } from '../dist/platform.js'

const graphemes = (text: string) => Array.from(new Intl.Segmenter('en').segment(text)).length
const mastodonLength = (text: string) => graphemes(text.replaceAll(/https?:\/\/[^\s、。]+/g, 'x'.repeat(23)))

/** Each platform's limits, by other means than those of the product but for X, whose counting length.test.ts checks. */
const isAllowed: Readonly<Record<string, (text: string) => boolean>> = {
  x: text => weightedLength(text) <= 280,
  'x-premium': text => weightedLength(text) <= 25_000,
  linkedin: text => text.length <= 3000,
  instagram: text => text.length <= 2196,
  threads: text => text.length <= 500,
  bluesky: text => graphemes(text) <= 300 && Buffer.byteLength(text) <= 3000,
  mastodon: text => mastodonLength(text) <= 500,
  facebook: text => text.length <= 5000,
  tiktok: text => text.length <= 2200,
  youtube: text => text.length <= 5000,
  newsletter: text => text.length <= 20_000,
  blog: text => text.length <= 40_000,
  'My forum': text => text.length <= 2000
}

const words = fc.constantFrom(
  ...[
    'growth',
    'Pricing',
    'the',
    'API',
    'über',
    '日本語のテキスト',
    'ありがとう。',
    'مرحبا',
    'الذكاء الاصطناعي',
    '한국어'
  ],
  ...[
    '👍🏽',
    '👨‍👩‍👧‍👦',
    '🇬🇧',
    '☕️',
    'https://example.com/a/long/path?x=1',
    'example.com',
    '#tag',
    '@name',
    '{noun}',
    '10 %',
    '— “x”'
  ]
)
const anyText = (maxLength: number) =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.array(words, { minLength: 1, maxLength: 20 }).map(parts => parts.join(' ')) },
      { weight: 2, arbitrary: fc.array(words, { minLength: 1, maxLength: 30 }).map(parts => parts.join('')) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength }) },
      { weight: 1, arbitrary: words.map(word => word.repeat(maxLength)) }
    )
    .map(text => Array.from(`a${text}`).slice(0, maxLength).join('').toWellFormed())

const input = fc.record(
  {
    topic: anyText(200),
    platform: fc.constantFrom(...Object.keys(isAllowed)),
    audience: anyText(120),
    points: fc.array(anyText(240), { maxLength: 10 }),
    cta: anyText(160),
    link: fc.constantFrom('https://example.com/page', `https://example.com/${'a'.repeat(180)}`),
    goal: fc.constantFrom('educate', 'sell', 'engage', 'announce'),
    tone: fc.constantFrom('plain', 'bold', 'friendly', 'expert'),
    keywords: fc.array(anyText(50), { maxLength: 15 }),
    variants: fc.constantFrom(1, 1, 1, 1, 1, 3),
    maxChars: fc.integer({ min: 1, max: 600 }),
    language: fc.constantFrom('en', 'de', 'fr', 'es')
  },
  { requiredKeys: ['topic', 'platform', 'audience', 'language'] }
)

t.test('no post of 1,000 random inputs breaks a limit, that of the platform or maxChars', async t => {
  const { run } = testContext(product)
  const broken: unknown[] = []
  let written = 0
  for (const each of fc.sample(input, { numRuns: 1000, seed: 5 })) {
    const { ok, detail } = await run('synthesize', each)
    if (!ok && detail.error?.code === 'content_too_long' && each.maxChars !== undefined) continue
    written++
    const posts = ok ? [detail, ...(detail.variants ?? [])].flatMap(draft => draft.posts) : []
    const limit = Math.min(each.maxChars ?? Number.POSITIVE_INFINITY, posts[0]?.limit ?? 0)
    const isSound = posts.every(
      ({ text, length }) =>
        text.trim() !== '' && isAllowed[each.platform]?.(text) && length <= limit && text.isWellFormed()
    )
    if (!isSound || posts.length === 0) broken.push({ each, detail })
  }
  t.strictSame(broken, [])
  t.ok(written > 700, `${written} texts were written`)
})

t.test('titles, subjects, preheaders and descriptions keep their limits', async t => {
  const { run } = testContext(product)
  for (const { topic, audience, language } of fc.sample(input, { numRuns: 40, seed: 6 })) {
    const youtube = (await run('synthesize', { topic, audience, language, platform: 'youtube' })).detail
    const newsletter = (await run('synthesize', { topic, audience, language, platform: 'newsletter' })).detail
    const blog = (await run('synthesize', { topic, audience, language, platform: 'blog' })).detail
    const lengths = [youtube.title, newsletter.subject, newsletter.preheader, blog.title, blog.metaDescription]
    const limits = [100, 50, 90, 60, 155]
    if (!lengths.every((text, index) => text !== undefined && text !== '' && text.length <= (limits[index] ?? 0)))
      t.fail('a title is missing or too long', { topic, audience, lengths })
  }
})

t.test('a thread shows what it has left by the counting of X', async t => {
  const { run } = testContext(product)
  const { detail } = await run('synthesize', {
    topic: '日本語のトピック',
    platform: 'x',
    audience: 'founders',
    language: 'en'
  })
  for (const { text, length, limit, remaining, unit } of detail.posts) {
    t.strictSame(
      { length, limit, remaining, unit },
      {
        length: weightedLength(text),
        limit: 280,
        remaining: 280 - weightedLength(text),
        unit: 'weighted'
      }
    )
  }
})

t.test('what has no room at all is content_too_long', async t => {
  const { run, storage } = testContext(product)
  const base = { topic: 'Remote onboarding', platform: 'linkedin', audience: 'founders' }
  const refused = async (more: object) => {
    const { ok, summary, detail } = await run('synthesize', { ...base, ...more })
    return { ok, summary, code: detail.error?.code }
  }
  t.strictSame(await refused({ cta: 'Book a call with us today, before the week is over.', maxChars: 40 }), {
    ok: false,
    summary: 'The call to action or the link alone is longer than the 40 characters that LinkedIn or maxChars allows.',
    code: 'content_too_long'
  })
  t.match(await refused({ link: `https://example.com/${'a'.repeat(100)}`, maxChars: 100 }), {
    code: 'content_too_long'
  })
  t.match(await refused({ link: `https://example.com/${'a'.repeat(400)}`, platform: 'bluesky' }), {
    code: 'content_too_long'
  })
  t.match(await refused({ maxChars: 1, platform: 'x' }), { code: 'content_too_long' })
  t.equal(await storage.get('drafts'), undefined)
})

t.test('a link of any length counts 23 on X and goes in', async t => {
  const { run } = testContext(product)
  const link = `https://example.com/${'a'.repeat(1500)}`
  const { ok, detail } = await run('synthesize', { topic: 'Hiring', platform: 'x', audience: 'founders', link })
  t.ok(ok)
  t.ok(detail.posts.some(({ text }) => text.includes(link)))
})

t.test('a text that has to be short keeps its topic and what the author wants to ask', async t => {
  const { run } = testContext(product)
  const { detail } = await run('synthesize', {
    topic: 'Remote onboarding',
    platform: 'linkedin',
    audience: 'engineering managers',
    points: ['New hires get a laptop before day one', 'Every team names one buddy'],
    cta: 'Read the guide.',
    maxChars: 80
  })
  t.strictSame(
    detail.posts.map(({ text }) => text),
    ['Remote onboarding.\n\nNew hires get a laptop before day one.\n\nRead the guide.']
  )
  t.match(detail.warnings, ['1 of 2 points did not fit and were left out.'])
})
