import t from 'tap'
import { intentOf } from '../dist/intent.js'
import { readSubject, withItems } from '../dist/topic.js'

t.test('a topic is read for the kind of text that it asks for', async t => {
  const expected = {
    'How to price a product': 'how-to',
    'Remote onboarding': 'how-to',
    '5 mistakes in cold email': 'list',
    'Top 10 tools for designers': 'list',
    'Postgres vs MySQL': 'comparison',
    'Rent or buy?': 'comparison',
    'Why stand-ups fail': 'opinion',
    'Remote work is dead': 'opinion',
    'Introducing our new API': 'announcement',
    'We launched dark mode': 'announcement',
    'How we cut churn': 'case',
    'Lessons from a failed launch': 'case'
  }
  t.strictSame(Object.fromEntries(Object.keys(expected).map(topic => [topic, intentOf(topic, 'educate')])), expected)
  t.equal(intentOf('Dark mode', 'announce'), 'announcement')
})

t.test('a topic becomes a noun that sentences can take, where its wording gives one', async t => {
  const expected = {
    'Remote onboarding': 'remote onboarding',
    'Kubernetes upgrades': 'Kubernetes upgrades',
    'how to price a SaaS product': 'pricing a SaaS product',
    'How to run better meetings': 'running better meetings',
    'how to not burn out': 'not burning out',
    'Write better e-mails': 'writing better e-mails',
    '10 ways to reduce churn': 'reducing churn',
    '5 mistakes in cold email': 'cold email',
    'Cold email tips': 'cold email',
    'Postgres vs MySQL for startups': 'the choice between Postgres and MySQL for startups',
    'Rent or buy?': 'the choice between renting and buying',
    'Introducing our new API': 'our new API',
    'customer onboarding: a guide': 'customer onboarding'
  }
  t.strictSame(
    Object.fromEntries(Object.keys(expected).map(topic => [topic, readSubject(topic, 'educate').noun])),
    expected
  )
})

t.test('a topic that is a sentence, a link or in another script gives no noun', async t => {
  const topics = [
    'Why we moved off Kubernetes',
    'What is RAG?',
    'Remote work is dead',
    'https://example.com/x',
    '日本語のトピック',
    '#buildinpublic'
  ]
  t.strictSame(
    topics.map(topic => readSubject(topic, 'educate').noun),
    topics.map(() => undefined)
  )
})

t.test('only the number of a list is taken out of a heading, and only where the text has another', async t => {
  const heading = (topic: string, count: number) => withItems(readSubject(topic, 'educate'), count).heading
  t.equal(heading('7 habits of calm teams', 7), '7 habits of calm teams')
  t.equal(heading('7 habits of calm teams', 3), 'Habits of calm teams')
  t.equal(heading('Top 10 free tools for designers', 3), 'Free tools for designers')
  t.equal(heading('2026 trends in hiring', 3), '2026 trends in hiring')
  t.equal(heading('30 day challenge', 3), '30 day challenge')
})

t.test('a heading has a capital, but no name loses its own spelling', async t => {
  const headings = ['remote onboarding', 'iPhone photography', 'example.com and its friends', 'Done.'].map(
    topic => readSubject(topic, 'educate').heading
  )
  t.strictSame(headings, ['Remote onboarding', 'iPhone photography', 'example.com and its friends', 'Done'])
})
