import { readFileSync } from 'node:fs'
import t from 'tap'
import { findPlatform, rulerFor, weightedLength } from '../dist/platform.js'

/** What twitter-text 3.1.0 counts, recorded when it was last a dependency of this test. */
const recorded: {
  readonly texts: readonly (readonly [text: string, length: number])[]
  readonly codePoints: readonly (readonly [first: number, length: number])[]
} = JSON.parse(readFileSync(new URL('../test/twitter-text.json', import.meta.url), 'utf8'))

t.test('X counts as twitter-text does, over 1,500 recorded texts', async t => {
  t.ok(recorded.texts.length > 1000)
  t.strictSame(
    recorded.texts.filter(([text, length]) => weightedLength(text) !== length),
    []
  )
})

t.test('X counts every code point as twitter-text does, alone and with a variation selector', async t => {
  const newerThanTheRecord = [0x267e, 0x26a7]
  const different: string[] = []
  let run = 0
  for (let codePoint = 0x20; codePoint < 0x1fb00; codePoint++) {
    if ((codePoint >= 0xd800 && codePoint < 0xe000) || newerThanTheRecord.includes(codePoint)) continue
    while (codePoint >= (recorded.codePoints[run + 1]?.[0] ?? Number.POSITIVE_INFINITY)) run++
    const text = `${String.fromCodePoint(codePoint)}\ufe0f${String.fromCodePoint(codePoint)}`
    if (weightedLength(text) !== recorded.codePoints[run]?.[1]) different.push(codePoint.toString(16))
  }
  t.strictSame(different, [])
})

t.test('X counts a link 23, an emoji 2 and East Asian characters 2', async t => {
  t.equal(weightedLength('See https://example.com/a/very/long/path?with=query for more'), 4 + 23 + 9)
  t.equal(weightedLength('Look: example.com'), 6 + 23)
  t.equal(weightedLength('👨‍👩‍👧‍👦🇬🇧'), 4)
  t.equal(weightedLength('日本'), 4)
  t.equal(weightedLength('مرحبا'), 5)
})

t.test('Bluesky counts graphemes, and bytes beside them', async t => {
  const { measure, fits, limit } = rulerFor(findPlatform('bsky').platform)
  t.equal(limit, 300)
  t.equal(measure('👨‍👩‍👧‍👦e\u0301日'), 3)
  t.ok(fits('a'.repeat(300)))
  t.notOk(fits('a'.repeat(301)))
  t.equal(Buffer.byteLength('👨‍👩‍👧‍👦'.repeat(120)), 3000)
  t.ok(fits('👨‍👩‍👧‍👦'.repeat(120)))
  t.notOk(fits('👨‍👩‍👧‍👦'.repeat(121)))
})

t.test('Mastodon counts a link with a protocol 23, and graphemes otherwise', async t => {
  const { measure } = rulerFor(findPlatform('mastodon').platform)
  t.equal(measure('see https://example.com/a/very/long/path/indeed'), 4 + 23)
  t.equal(measure('see https://a.io'), 4 + 23)
  t.equal(measure('see example.com'), 15)
  t.equal(measure('👨‍👩‍👧‍👦'), 1)
})

t.test('a link counts 23 with letters in either of their forms', async t => {
  t.equal(weightedLength('https://example.com/caf\u00e9'), 23)
  t.equal(weightedLength('https://example.com/cafe\u0301'), 23)
})

t.test('Threads counts the bytes of an emoji', async t => {
  const { measure, fits } = rulerFor(findPlatform('threads').platform)
  t.equal(measure('日本 é'), 4)
  t.equal(measure('👍'), 4)
  t.equal(measure('👨‍👩‍👧‍👦'), Buffer.byteLength('👨‍👩‍👧‍👦'))
  t.ok(fits(`${'a'.repeat(300)}${'👍'.repeat(50)}`))
  t.notOk(fits(`${'a'.repeat(301)}${'👍'.repeat(50)}`))
})

t.test('YouTube counts the bytes of a description', async t => {
  const { fits } = rulerFor(findPlatform('youtube').platform)
  t.ok(fits('a'.repeat(5_000)))
  t.ok(fits('é'.repeat(2_500)))
  t.notOk(fits(`${'é'.repeat(2_500)}a`))
})

t.test('the other platforms count UTF-16 units, and maxChars lowers a limit but never raises it', async t => {
  const { platform } = findPlatform('LinkedIn')
  t.equal(rulerFor(platform).measure('👍𝐛'), 4)
  t.equal(rulerFor(platform, 100).limit, 100)
  t.equal(rulerFor(platform, 9000).limit, 3000)
})

t.test('platforms are known by their other names, and unknown ones get a generic profile', async t => {
  const names = ['Twitter', 'ig', 'YT', 'email', 'bsky', 'x', 'X (Twitter)']
  t.strictSame(
    names.map(name => findPlatform(name).platform.name),
    ['x', 'instagram', 'youtube', 'newsletter', 'bluesky', 'x', 'x']
  )
  t.match(findPlatform('My Forum'), {
    platform: { name: 'my-forum', title: 'My Forum', limit: 2000, unit: 'utf16' },
    warning: '"My Forum" is not a platform known here: a generic profile of 2,000 characters was used.'
  })
})
