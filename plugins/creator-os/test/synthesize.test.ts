import { testContext } from '@product-host/sdk/testing'
import { fill } from '@product-host/toolkit/template'
import { capitalised } from '@product-host/toolkit/text'
import t from 'tap'
import product from '../dist/index.js'
import type { Goal, Tone } from '../dist/input.js'
import { phrasesOf, type WrittenLanguage, writtenLanguages } from '../dist/languages/languages.js'
import { asSentence, readSubject, withItems } from '../dist/topic.js'
import { closingKind, valuesFor } from '../dist/writing/copy.js'
import { topics } from './topics.js'

const base = { topic: 'Remote onboarding', platform: 'linkedin', audience: 'engineering managers' }
const points = [
  'New hires get a laptop before day one',
  'every team names one buddy',
  'we ask after 30 days what was missing'
]

const tones: readonly Tone[] = ['plain', 'bold', 'friendly', 'expert']
const goals: readonly Goal[] = ['educate', 'sell', 'engage', 'announce']

async function synthesize(input: object) {
  return testContext(product).run('synthesize', { ...base, ...input })
}

t.test('writes a LinkedIn post in short paragraphs, with one question at its end', async t => {
  const { summary, metrics, detail } = await synthesize({ points })
  t.equal(
    summary,
    `Wrote a LinkedIn post on "Remote onboarding" for engineering managers (quality ${metrics.quality}).`
  )
  t.strictSame(
    detail.posts.map(({ text }) => text),
    [
      [
        'Remote onboarding: three points for engineering managers.',
        '1. New hires get a laptop before day one.\n2. Every team names one buddy.\n3. We ask after 30 days what was missing.',
        'What would you add about remote onboarding?',
        '#RemoteOnboarding #Onboarding #Remote'
      ].join('\n\n')
    ]
  )
  t.match(metrics, { posts: 1, limit: 3000, hashtags: 3, characters: detail.posts[0]?.text.length })
  t.match(detail, { kind: 'text', language: 'en', engine: 'rules' })
  t.notOk('missing' in detail)
})

t.test('without an audience, no line names readers', async t => {
  const { run, storage } = testContext(product)
  const { summary, metrics, detail } = await run('synthesize', {
    topic: 'Night trains',
    platform: 'newsletter',
    points,
    variants: 3
  })
  t.equal(summary, `Wrote a newsletter on "Night trains" (quality ${metrics.quality}).`)
  const texts = [detail, ...(detail.variants ?? [])].flatMap(({ title = '', posts }) => [
    title,
    ...posts.map(({ text }) => text)
  ])
  for (const text of texts) t.notMatch(text, /\bfor\s*[.:,]|\bfor$|\breaders?\b/imu)
  t.strictSame(await storage.get('last'), { topic: 'Night trains' })
  const outline = await run('synthesize', { topic: 'Night trains', platform: 'linkedin' })
  t.match(outline.detail.posts[0]?.text, /^Outline, not a finished text: Night trains\. Replace each part/u)
  t.match(outline.detail.missing?.find(({ what }) => what === 'audience')?.question, /^Who is the text for/u)
})

t.test('says the points of the author and nothing besides, joined and numbered', async t => {
  const { detail } = await synthesize({ points, cta: 'Tell me yours.', hashtags: 0, keywords: 'remote work' })
  t.match(
    detail.posts[0]?.text,
    /\n1\. New hires get a laptop before day one\.\n2\. Every team names one buddy\.\n3\. We ask after 30 days what was missing\.\n\nTell me yours\.$/
  )
  t.strictSame(detail.warnings, [])
})

/** Every line that a text of this input may have: the points, and the phrases with the topic and the audience in them. */
function expectedLines(
  input: { topic: string; audience: string; points: readonly string[]; goal: Goal; tone: Tone; link?: string },
  language: WrittenLanguage
) {
  const { topic, audience, link = '' } = input
  const subject = withItems(readSubject(topic, input.goal, { language }), input.points.length)
  const phrases = phrasesOf(language)
  const { firstLines, address, title, linkLead, chapters, closings, numerals, headings } = phrases.copy
  const values = { ...valuesFor(subject, audience, phrases), count: numerals[input.points.length - 2] ?? '' }
  const filled = (template: string) => fill(template, values)
  const { heading } = subject
  const plain = [
    heading,
    asSentence(heading),
    ...Object.values(firstLines)
      .map(filled)
      .flatMap(line => [line, asSentence(line)])
  ]
  const points = input.points.flatMap(point => [point, asSentence(point), asSentence(capitalised(point))])
  const leads = points.flatMap(point => [`${heading}: ${point}`, `${asSentence(heading)} ${capitalised(point)}`])
  const openings = [...plain, ...leads]
  return new Set([
    ...openings.flatMap(line => [line, `${line} ${filled(address)}`]),
    ...points.flatMap(point => [point, ...['1. ', '2. ', '3. ', '• ', '- '].map(sign => sign + point)]),
    ...input.points.map(point => `• ${capitalised(point)}`),
    ...[filled(address), filled(title), `# ${filled(title)}`, `# ${heading}`, chapters, `## ${headings.points}`],
    ...[`${filled(linkLead)} ${link}`, filled(closings[closingKind(input.goal)][input.tone])]
  ])
}

t.test('every line of a text is a point, or a phrase with topic and audience in it', async t => {
  const { run } = testContext(product)
  const strange: unknown[] = []
  for (const [index, topic] of topics.entries()) {
    const language = writtenLanguages[index % 4] ?? 'en'
    const input = {
      topic,
      audience: 'small teams in Leeds',
      points: points.slice(0, 1 + (index % 3)),
      tone: tones[index % 4] ?? 'plain',
      goal: goals[Math.floor(index / 4) % 4] ?? 'educate',
      ...(index % 5 === 0 && { link: 'https://example.com/more' })
    }
    const expected = expectedLines(input, language)
    for (const platform of [
      'x',
      'linkedin',
      'instagram',
      'tiktok',
      'youtube',
      'newsletter',
      'blog',
      'somewhere else'
    ]) {
      const { detail } = await run('synthesize', { ...input, language, platform, variants: 3 })
      const texts = [detail, ...(detail.variants ?? [])].flatMap(({ posts, title = '' }) => [
        ...posts.map(({ text }) => text),
        title
      ])
      const lines = texts.flatMap(text => text.replaceAll(/ \d+\/\d+$/gm, '').split('\n'))
      for (const line of lines)
        if (line !== '' && !expected.has(line) && !/^(?:#[\p{L}\p{M}\p{N}_]+ ?)+$/u.test(line))
          strange.push({ topic, platform, line })
      if (detail.lint.some(({ rule, level }) => rule === 'nothing_invented' && level !== 'pass'))
        strange.push({ topic, platform, lint: detail.lint })
    }
  }
  t.strictSame(strange, [])
})

t.test('the same input gives the same text for every account, and other points give another one', async t => {
  const text = async (account: string, facts: readonly string[]) =>
    (await testContext(product, { account }).run('synthesize', { ...base, points: facts })).detail.posts[0]?.text
  t.equal(await text('a', points), await text('b', points))
  t.not(await text('a', points), await text('a', points.slice(1)))
})

t.test('variants differ in their first lines', async t => {
  for (const topic of ['Remote onboarding', 'Why we moved off Kubernetes', 'Postgres vs MySQL']) {
    const { detail } = await synthesize({ topic, points, variants: 3 })
    const firsts = [detail, ...(detail.variants ?? [])].map(({ posts }) => posts[0]?.text.split('\n')[0])
    t.equal(firsts.length, 3)
    t.equal(new Set(firsts).size, 3)
  }
})

t.test('a text that is no list begins with the point that has the most figures, names and uncommon words', async t => {
  const { detail } = await synthesize({
    topic: 'Why we moved off Kubernetes',
    points: ['It was too much work', 'Two of us spent 11 hours a week on upgrades of Calico', 'we are calmer now']
  })
  t.equal(
    detail.posts[0]?.text.split('\n')[0],
    'Why we moved off Kubernetes: Two of us spent 11 hours a week on upgrades of Calico. For engineering managers.'
  )
  t.notMatch(detail.posts[0]?.text.split('\n').slice(1).join('\n'), 'Calico')
})

t.test('each tone, goal and platform has its own form', async t => {
  t.match(
    (await synthesize({ points, goal: 'sell' })).detail.posts[0]?.text,
    /If you would like help with remote onboarding, send a message\./
  )
  t.match(
    (await synthesize({ points, link: 'https://example.com/x' })).detail.posts[0]?.text,
    /More on remote onboarding: https:\/\/example\.com\/x/
  )
  const youtube = await synthesize({ platform: 'YouTube', points })
  t.match(youtube.detail, { title: 'Remote onboarding for engineering managers', platform: 'youtube' })
  t.match(
    youtube.detail.posts[0]?.text,
    /In this video:\n• New hires get a laptop before day one\n• Every team names one buddy\n/
  )
  t.match(youtube.detail.warnings, ['Put the times in front of the chapters once the video is cut.'])
  const newsletter = await synthesize({ platform: 'email', points })
  t.match(newsletter.detail, { subject: 'Remote onboarding', platform: 'newsletter', hashtags: [] })
  t.match(newsletter.detail.posts[0]?.text, /\n\n## What to know\n\n1\. /)
  const blog = await synthesize({ platform: 'blog', points })
  t.match(blog.detail.posts[0]?.text, /^# Remote onboarding for engineering managers\n\n/)
  t.equal(blog.summary.startsWith('Wrote a blog article on'), true)
  const long = points.map(point => `${point}, and `.repeat(4).slice(0, 200))
  t.match(
    (await synthesize({ platform: 'x', points: long })).summary,
    /^Wrote a \d-post X thread on "Remote onboarding"/
  )
})

t.test('an unknown platform gets 2,000 characters and a warning', async t => {
  const { detail } = await synthesize({ platform: 'Our forum' })
  t.match(detail.posts, [{ limit: 2000, unit: 'utf16' }])
  t.match(
    detail.warnings[0],
    '"Our forum" is not a platform known here: a generic profile of 2,000 characters was used.'
  )
})

t.test('hashtags keep the spelling of names, and leave out numbers that would become others', async t => {
  const tags = async (keywords: string[]) => (await synthesize({ keywords, hashtags: keywords.length })).detail.hashtags
  t.strictSame(await tags(['iOS 18.2', 'npm', 'eBay sellers']), ['#iOS', '#npm', '#eBaySellers'])
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
  const video = { topic: '7 habits of calm teams', platform: 'youtube', points }
  t.match((await synthesize(video)).detail.title, /^Habits of calm teams/)
})

t.test('bad input is refused with its pointer, and nothing is stored', async t => {
  const { run, storage } = testContext(product)
  const refused = (input: object, ...issues: object[]) =>
    t.rejects(run('synthesize', { ...base, ...input }), { name: 'InvalidInput', issues })
  await t.rejects(run('synthesize'), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/topic' }, { pointer: '#/platform' }]
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

t.test('a draft is stored with what it was made from, and the topic becomes the last one', async t => {
  const { run, storage } = testContext(product)
  const { detail } = await run('synthesize', { ...base, points, platform: 'twitter' })
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
