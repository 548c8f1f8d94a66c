import fc from 'fast-check'
import t from 'tap'
import { findPlatform, rulerFor, weightedLength } from '../dist/platform.js'
import { splitIntoPosts } from '../dist/writing/layout.js'

const x = rulerFor(findPlatform('x').platform)
const isTweet = (text: string) => weightedLength(text) <= 280

/** What a thread says, without its numbers and white space. */
function said(posts: readonly string[]): string {
  const texts = posts.length > 1 ? posts.map(post => post.replace(/ \d+\/\d+$/, '')) : posts
  return texts.join('').replaceAll(/\s/gu, '')
}

t.test('a text that fits is one post without a number', async t => {
  t.strictSame(splitIntoPosts(['One idea.', 'Another one.'], x.fits), ['One idea.\n\nAnother one.'])
})

t.test('posts end with a paragraph where they can, and have their number', async t => {
  const paragraphs = ['First. '.repeat(30).trim(), 'Second. '.repeat(20).trim()]
  t.strictSame(splitIntoPosts(paragraphs, x.fits), [`${paragraphs[0]} 1/2`, `${paragraphs[1]} 2/2`])
})

t.test(
  'a long paragraph is cut between sentences, a long sentence between words, a long word between graphemes',
  async t => {
    const tiny = (text: string) => text.length <= 20
    t.strictSame(splitIntoPosts(['It is short. So is this one.'], tiny), ['It is short. 1/2', 'So is this one. 2/2'])
    t.strictSame(splitIntoPosts(['one two three four five six'], tiny), ['one two three 1/2', 'four five six 2/2'])
    t.strictSame(splitIntoPosts(['👍🏽'.repeat(6)], tiny), [`${'👍🏽'.repeat(4)} 1/2`, `${'👍🏽'.repeat(2)} 2/2`])
  }
)

t.test('the number of a list stays with its item', async t => {
  const posts = splitIntoPosts([`1. ${'Some words that go on. '.repeat(14)}`], text => text.length <= 120)
  t.match(posts[0], /^1\. Some words/)
  t.notOk(posts.some(post => /(^|\s)1\. \d+\/\d+$/.test(post)))
})

t.test('a link is never cut', async t => {
  const link = `https://example.com/${'a'.repeat(400)}`
  const posts = splitIntoPosts([`${'Some words before. '.repeat(14)}${link} ${'and after. '.repeat(30)}`], x.fits)
  t.ok(posts.some(post => post.includes(link)))
  t.ok(posts.every(isTweet))
})

t.test('more than nine and more than 99 posts keep within the limit', async t => {
  const posts = splitIntoPosts(['Some words that go on and on. '.repeat(1500)], x.fits)
  t.ok(posts.length > 99)
  t.ok(posts.every(isTweet))
  t.match(posts.at(-1), new RegExp(` ${posts.length}/${posts.length}$`))
})

t.test('random texts, up to 10,000 characters, keep within the limit and lose nothing', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'word',
      'Sentence one.',
      '日本語のテキスト。',
      'مرحبا بالعالم',
      '👨‍👩‍👧‍👦',
      '🇬🇧',
      'https://example.com/path',
      'example.com',
      ' ',
      '\n'
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.lorem({ maxCount: 12 })
  )
  const paragraph = fc.oneof(
    { weight: 12, arbitrary: fc.array(piece, { maxLength: 40 }).map(parts => parts.join(' ')) },
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 40 }).map(parts => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(piece, fc.integer({ min: 1, max: 500 }))
        .map(([part, times]) => part.repeat(times).slice(0, 10_000))
    }
  )
  const rulers = ['x', 'bluesky', 'mastodon', 'threads'].map(name => rulerFor(findPlatform(name).platform))
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 4 }), fc.constantFrom(...rulers), (paragraphs, ruler) => {
      const texts = paragraphs.map(text => text.toWellFormed().normalize())
      const posts = splitIntoPosts(texts, ruler.fits)
      return posts.every(post => ruler.fits(post) && post.trim() !== '') && said(posts) === said([texts.join('')])
    }),
    { numRuns: 150 }
  )
})

t.test('a word of 10,000 characters, of any script, is cut into posts that fit', async t => {
  for (const character of ['a', '日', 'م', '👨‍👩‍👧‍👦']) {
    const posts = splitIntoPosts([character.repeat(10_000 / character.length)], x.fits)
    t.ok(posts.every(isTweet), character)
  }
})
