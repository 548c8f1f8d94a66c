import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { topics } from './topics.js'

const sensitive = {
  illness: [
    'Breast cancer screening',
    'Brustkrebsvorsorge im Landkreis',
    'Le dépistage du cancer du sein',
    'Vivir con una enfermedad crónica'
  ],
  death: ['How to plan a funeral', 'Trauer am Arbeitsplatz', 'Le deuil dans notre équipe', 'El duelo en la empresa'],
  war: [
    'The war in our region',
    'Der Krieg und unsere Lieferketten',
    'La guerre et nos réfugiés',
    'La guerra y los refugiados'
  ],
  crime: [
    'After the murder in our street',
    'Gewalt in der Pflege',
    'La violence dans nos écoles',
    'Las víctimas de la violencia'
  ],
  minors: [
    'Photos of children on our website',
    'Kinder im Internet',
    'Les enfants et nos écrans',
    'Los niños y las redes'
  ]
}
const audiences = { en: 'readers', de: 'die Belegschaft', fr: 'nos lecteurs', es: 'nuestros lectores' }

const hashtags = /(?<=^|\s)#[\p{L}\p{M}\p{N}_]+/gu
const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const { run, storage } = testContext(product)

t.test(
  'without points and without a model there is an outline, which says so and asks for what is missing',
  async t => {
    const { ok, summary, detail } = await run('synthesize', {
      topic: 'Remote onboarding',
      platform: 'linkedin',
      audience: 'engineering managers'
    })
    t.ok(ok)
    t.equal(
      summary,
      `No points were sent: made an outline of a LinkedIn post on "Remote onboarding" for engineering managers (quality ${detail.quality}).`
    )
    t.match(detail, {
      kind: 'outline',
      engine: 'rules',
      warnings: [
        'This is an outline to fill in, and no text to publish: no points were sent. Send points to get a text.'
      ]
    })
    t.strictSame(detail.posts[0]?.text.split('\n\n'), [
      'Outline, not a finished text: Remote onboarding. For engineering managers. Replace each part in brackets with your own facts.',
      '[Who this is for: What the reader is trying to do, and who can skip the text.]',
      '[The result: What is there at the end, so that a reader can tell when to stop.]',
      '[What to have ready: Tools, access and people. Only what is really needed.]',
      '[The steps, in order: One action a step, each beginning with a verb.]',
      '[Where people get stuck: The step, and what helped there.]',
      '[How to check that it worked: One check that a reader can make on the same day.]',
      '[Proof: A finished example that shows every step in use. A before and after, measured the same way.]',
      '[One question or request to the reader.]',
      '#RemoteOnboarding #Onboarding #Remote'
    ])
    t.match(detail.missing?.[0], {
      what: 'fact',
      field: 'points',
      question: 'Who has to deal with remote onboarding, and who decides about it?'
    })
    t.strictSame(
      ['fact', 'audience', 'proof'].map(what => detail.missing?.filter(each => each.what === what).length),
      [8, 1, 2]
    )
    t.match(await storage.get('drafts'), [{ id: detail.draftId, isOutline: true }])
  }
)

t.test(
  'every outline has a quality of at most 50, says that it is one, and has nothing outside its brackets but the topic',
  async t => {
    const strange: unknown[] = []
    const platforms = ['x', 'linkedin', 'instagram', 'tiktok', 'youtube', 'newsletter', 'blog', 'our forum']
    for (const [index, topic] of [...topics, ...Object.values(sensitive).flat()].entries()) {
      // Each topic on two platforms, so that each platform has a quarter of the topics.
      for (const platform of [platforms[index % 8], platforms[(index + 3) % 8]]) {
        const input = {
          topic,
          platform,
          audience: 'small teams',
          language: 'en',
          goal: 'sell',
          tone: 'friendly',
          variants: 3
        }
        const { detail } = await run('synthesize', input)
        const text = detail.posts.map(post => post.text.replace(/ \d+\/\d+$/, '')).join('\n\n')
        const rest = text
          .replaceAll(/\[[^\]]*\]/g, '')
          .replaceAll(/^##? .*$/gm, '')
          .replaceAll(/(?:^|\s)#[\p{L}\p{M}\p{N}_]+/gu, '')
          .trim()
        const heading = `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`
        const said = `Outline, not a finished text: ${heading} For small teams. Replace each part in brackets with your own facts.`
        const isExpected = lettersOf(rest) === lettersOf(said.replaceAll(hashtags, ''))
        const isOutline = detail.kind === 'outline' && detail.quality <= 50 && detail.variants === undefined
        if (!isExpected || !isOutline) strange.push({ topic, platform, rest, quality: detail.quality })
      }
    }
    t.strictSame(strange, [])
  }
)

t.test('a sensitive topic is recognised in four languages, and gets a neutral outline', async t => {
  for (const [kind, each] of Object.entries(sensitive))
    for (const [index, topic] of each.entries()) {
      const language = (['en', 'de', 'fr', 'es'] as const)[index] ?? 'en'
      const { detail } = await run('synthesize', {
        topic,
        platform: 'linkedin',
        audience: audiences[language],
        goal: 'sell'
      })
      t.match(detail, { kind: 'outline', sensitivity: kind, language }, topic)
      t.match(detail.warnings.at(-1), `The topic may be sensitive (${kind})`)
      const brief = await run('brief', { topic, goal: 'engage', tone: 'friendly' })
      t.match(brief.detail, { sensitivity: kind, language }, topic)
      t.match(brief.detail.cta, /^\[.*\]$/)
      t.ok(brief.detail.angles.every(({ hook }) => /\[.*\]$/.test(hook)))
    }
})

t.test('a text on a sensitive topic consists of the points, and asks its readers nothing', async t => {
  const { detail } = await run('synthesize', {
    topic: 'Breast cancer screening',
    platform: 'linkedin',
    audience: 'women over 50',
    points: ['The letter comes every two years', 'The appointment takes 20 minutes'],
    goal: 'sell',
    tone: 'bold',
    hashtags: 0
  })
  t.equal(
    detail.posts[0]?.text,
    'Breast cancer screening, for women over 50.\n\n1. The letter comes every two years.\n2. The appointment takes 20 minutes.'
  )
  t.match(
    detail.lint.find(({ rule }) => rule === 'one_ask'),
    { level: 'pass' }
  )
})

t.test('ordinary topics are not sensitive', async t => {
  const ordinary = [
    ...topics,
    'Deadlines',
    'Kill your darlings',
    'Ein Betrieb sucht Mitarbeiter',
    'Un menor coste',
    'Be kind in code reviews'
  ]
  for (const topic of ordinary) t.notOk('sensitivity' in (await run('brief', { topic, language: 'en' })).detail, topic)
  t.notOk('sensitivity' in (await run('brief', { topic: 'Ein Betrieb sucht Mitarbeiter' })).detail)
})

t.test('schedule leaves outlines out of the plan unless they are named', async t => {
  const fresh = testContext(product, { now: '2026-11-20T12:00:00Z' })
  const { draftId } = (await fresh.run('synthesize', { topic: 'Rye bread', platform: 'mastodon', audience: 'bakers' }))
    .detail
  t.notOk((await fresh.run('schedule', {})).detail.entries.some(entry => entry.draftId === draftId))
  const named = await fresh.run('schedule', { items: [{ title: 'Rye bread', draftId }], platform: 'mastodon' })
  t.ok(named.detail.entries.some(entry => entry.draftId === draftId))
})

t.test('each check has its name, and says where it was not made', async t => {
  const run = testContext(product).run
  const outline = await run('synthesize', { topic: 'Remote onboarding', platform: 'linkedin' })
  const resultOf = (name: string) => outline.detail.lint.find(({ rule }) => rule === name)
  t.match(resultOf('rhythm'), { check: 'Long and short sentences', level: 'pass', result: 'not checked' })
  t.match(resultOf('within_limit'), { check: 'Length', level: 'pass', result: 'passed' })
  t.match(resultOf('within_limit'), { message: 'Every post is within 3,000 characters.' })
  const text = await run('synthesize', { topic: 'Remote onboarding', platform: 'linkedin', points: 'A buddy helps' })
  t.notOk(text.detail.lint.some(({ result }) => result === 'not checked'))
  const names = text.detail.lint.map(({ check }) => check)
  t.equal(new Set(names).size, text.detail.lint.length)
})
