import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { topics } from './topics.js'

const base = { topic: 'Remote onboarding', platform: 'linkedin', audience: 'engineering managers' }
const points = [
  'New hires get a laptop before day one',
  'every team names one buddy',
  'we ask after 30 days what was missing'
]

/** All that a draft shows to its readers. */
function said(detail: Awaited<ReturnType<typeof synthesize>>['detail']): string {
  const { posts, title = '', subject = '', preheader = '', metaDescription = '', altTextSuggestion } = detail
  return [...posts.map(({ text }) => text), title, subject, preheader, metaDescription, altTextSuggestion].join('\n')
}

async function synthesize(input: object) {
  return testContext(product).run('synthesize', { ...base, ...input })
}

t.test('writes a LinkedIn post in short paragraphs, with one question at its end', async t => {
  const { summary, metrics, detail } = await synthesize({})
  t.equal(
    summary,
    `Wrote a LinkedIn post on "Remote onboarding" for engineering managers (quality ${metrics.quality}).`
  )
  t.equal(detail.posts.length, 1)
  const paragraphs = detail.posts[0]?.text.split('\n\n') ?? []
  t.ok(paragraphs.length >= 7)
  t.match(paragraphs.at(-2), /\?$/)
  t.strictSame(paragraphs.at(-1), '#RemoteOnboarding #Onboarding #Remote')
  t.match(metrics, { posts: 1, limit: 3000, hashtags: 3, characters: detail.posts[0]?.text.length })
})

t.test('says the points of the author and nothing besides, joined and numbered', async t => {
  const { detail } = await synthesize({ points, cta: 'Tell me yours.', hashtags: 0, keywords: 'remote work' })
  t.match(
    detail.posts[0]?.text,
    /\n1\. New hires get a laptop before day one\.\n2\. Every team names one buddy\.\n3\. We ask after 30 days what was missing\.\n\nTell me yours\.$/
  )
  t.strictSame(detail.warnings, [])
})

t.test(
  'states no figure, name, link or quotation that was not sent, for any topic, platform, goal and tone',
  async t => {
    const { run } = testContext(product)
    const platforms = ['x', 'linkedin', 'instagram', 'tiktok', 'youtube', 'newsletter', 'blog', 'somewhere else']
    const strange: unknown[] = []
    for (const [index, topic] of topics.entries()) {
      const tone = ['plain', 'bold', 'friendly', 'expert'][index % 4]
      const goal = ['educate', 'sell', 'engage', 'announce'][Math.floor(index / 4) % 4]
      for (const platform of platforms) {
        const { detail } = await run('synthesize', { topic, platform, audience: 'Small teams in Leeds', tone, goal })
        const text = said(detail)
          .replaceAll(/ \d+\/\d+$/gm, '')
          .replaceAll(/^\d\. /gm, '')
        const figures = text.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []
        const names = text.match(/(?<=[a-z,] )\p{Lu}[\p{L}]+/gu) ?? []
        const sent = `${topic} Small teams in Leeds YouTube Monday Friday`
        if (
          figures.some(figure => !topic.includes(figure)) ||
          names.some(name => !sent.toLowerCase().includes(name.toLowerCase()))
        )
          strange.push({ topic, platform, figures, names })
        if (detail.lint.some(({ rule, level }) => rule === 'nothing_invented' && level !== 'pass'))
          strange.push({ topic, platform, lint: detail.lint })
      }
    }
    t.strictSame(strange, [])
  }
)

t.test('the same call gives the same text, and another account may get another', async t => {
  const texts = async (account: string) => {
    const { run } = testContext(product, { account })
    return (await run('synthesize', base)).detail.posts[0]?.text
  }
  t.equal(await texts('a'), await texts('a'))
  const all = await Promise.all(Array.from({ length: 12 }, (_, index) => texts(`account-${index}`)))
  t.ok(new Set(all).size > 3)
})

t.test('variants differ in their first lines', async t => {
  const { detail } = await synthesize({ variants: 3 })
  const firsts = [detail, ...(detail.variants ?? [])].map(({ posts }) => posts[0]?.text.split('\n')[0])
  t.equal(firsts.length, 3)
  t.equal(new Set(firsts).size, 3)
})

t.test('each tone, goal and platform has its own form', async t => {
  t.match(
    (await synthesize({ goal: 'sell', link: 'https://example.com/x' })).detail.posts[0]?.text,
    /If you would like help with remote onboarding: https:\/\/example\.com\/x/
  )
  const youtube = await synthesize({ platform: 'YouTube', points })
  t.match(youtube.detail, { title: 'Remote onboarding for engineering managers', platform: 'youtube' })
  t.match(
    youtube.detail.posts[0]?.text,
    /In this video:\n• New hires get a laptop before day one\n• Every team names one buddy\n/
  )
  t.match(youtube.detail.warnings, ['Put the times in front of the chapters once the video is cut.'])
  const newsletter = await synthesize({ platform: 'email' })
  t.match(newsletter.detail, { subject: 'Remote onboarding', platform: 'newsletter', hashtags: [] })
  t.match(newsletter.detail.posts[0]?.text, /\n\n## What to do\n\n1\. /)
  const blog = await synthesize({ platform: 'blog' })
  t.match(blog.detail.posts[0]?.text, /^# Remote onboarding for engineering managers\n\n/)
  t.equal(blog.summary.startsWith('Wrote a blog article on'), true)
  t.match((await synthesize({ platform: 'x' })).summary, /^Wrote a \d-post X thread on "Remote onboarding"/)
})

t.test('an unknown platform gets 2,000 characters and a warning', async t => {
  const { detail } = await synthesize({ platform: 'Our forum' })
  t.match(detail.posts, [{ limit: 2000, unit: 'utf16' }])
  t.match(
    detail.warnings[0],
    '"Our forum" is not a platform known here: a generic profile of 2,000 characters was used.'
  )
})

t.test('hashtags are the keywords first, in CamelCase, and never more than advised', async t => {
  const keywords = ['remote work', 'Ünïcode tags', 'go-to-market', '100', 'SaaS']
  t.strictSame((await synthesize({ keywords })).detail.hashtags, ['#RemoteWork', '#ÜnïcodeTags', '#GoToMarket'])
  t.strictSame((await synthesize({ keywords, platform: 'x' })).detail.hashtags, ['#RemoteWork', '#ÜnïcodeTags'])
  t.strictSame((await synthesize({ keywords, platform: 'threads' })).detail.hashtags, ['#RemoteWork'])
  t.strictSame((await synthesize({ keywords, platform: 'newsletter' })).detail.hashtags, [])
  t.strictSame((await synthesize({ keywords, hashtags: 0 })).detail.hashtags, [])
  const many = await synthesize({ keywords, hashtags: 12 })
  t.equal(many.detail.hashtags.length, 3)
  t.match(
    many.detail.lint.find(({ rule }) => rule === 'hashtags_in_range'),
    {
      level: 'warn',
      message: '12 hashtags were asked for; LinkedIn does best with 3.'
    }
  )
})

t.test('a list keeps its number only when the text has that many items', async t => {
  const counted = await synthesize({ topic: '3 habits of calm teams', points })
  t.match(counted.detail.posts[0]?.text, '3 habits of calm teams')
  const other = await synthesize({ topic: '7 habits of calm teams', points })
  t.match(other.detail.posts[0]?.text, 'Habits of calm teams')
  t.notMatch(other.detail.posts[0]?.text, '7')
  const video = { topic: '7 habits of calm teams', platform: 'youtube' }
  t.match((await synthesize(video)).detail.title, /^Habits of calm teams/)
})

t.test('bad input is refused with its place, and nothing is kept', async t => {
  const { run, storage } = testContext(product)
  const refused = (input: object, ...faults: object[]) =>
    t.rejects(run('synthesize', { ...base, ...input }), { name: 'InvalidInput', faults })
  await t.rejects(run('synthesize'), {
    name: 'InvalidInput',
    faults: [{ pointer: '#/topic' }, { pointer: '#/platform' }, { pointer: '#/audience' }]
  })
  await refused({ topic: 'a'.repeat(10_000) }, { pointer: '#/topic', code: 'max_length' })
  await refused(
    { topic: ' \u200b ', audience: '\n' },
    { pointer: '#/topic', code: 'blank' },
    { pointer: '#/audience', code: 'blank' }
  )
  await refused({ link: 'ftp://example.com' }, { pointer: '#/link', code: 'pattern' })
  await refused({ link: 'https://%%%:x' }, { pointer: '#/link', code: 'invalid_url' })
  await refused(
    { platform: 'instagram', hashtags: 6 },
    { pointer: '#/hashtags', code: 'maximum', detail: 'is more than the 5 that Instagram allows' }
  )
  await refused({ variants: 4 }, { pointer: '#/variants', code: 'maximum' })
  await refused({ tone: 'shouting' }, { pointer: '#/tone', code: 'enum' })
  await refused(
    {
      points: Array(11)
        .fill('point')
        .map((each, index) => each + index)
        .join('; ')
    },
    { pointer: '#/points', code: 'max_items' }
  )
  t.strictSame(await storage.list(''), [])
})

t.test('a draft is kept with what it was made from, and the topic becomes the last one', async t => {
  const { run, storage } = testContext(product)
  const { detail } = await run('synthesize', { ...base, platform: 'twitter' })
  t.match(await storage.get(`draft:${detail.draftId}`), {
    topic: 'Remote onboarding',
    platform: 'x',
    posts: detail.posts
  })
  t.strictSame(await storage.get('drafts'), [{ id: detail.draftId, platform: 'x', title: 'Remote onboarding' }])
  t.strictSame(await storage.get('last'), { topic: 'Remote onboarding', audience: 'engineering managers' })
})

t.test('what the author brought along only warns', async t => {
  const { detail } = await synthesize({ points: ['We leverage a game-changing checklist', 'It is seamless'] })
  t.match(
    detail.lint.find(({ rule }) => rule === 'no_slop'),
    { level: 'warn', message: /"leverage"/ }
  )
})
