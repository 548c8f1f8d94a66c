import t from 'tap'
import {
  capitalised,
  countGraphemes,
  cut,
  fill,
  formPattern,
  graphemes,
  oneLine,
  phrasePattern,
  quoted,
  sentences,
  words
} from '../dist/text.js'

t.test('cut text ends in an ellipsis and halves no character', async t => {
  t.equal(cut('abcdef', 6), 'abcdef')
  t.equal(cut('abcdefg', 6), 'abcde…')
  t.equal(cut('😀😀😀😀', 4), '😀😀😀😀')
  t.equal(cut('😀😀😀😀', 3), '😀😀…')
})

t.test('quoted text has single spaces and 80 characters at most', async t => {
  t.equal(quoted('two\n\tlines'), '"two lines"')
  t.equal(quoted('a'.repeat(81)), `"${'a'.repeat(79)}…"`)
})

t.test('a text on one line has single spaces and none at its ends', async t => {
  t.equal(oneLine('  two\n\n lines '), 'two lines')
})

t.test('a word with capitals of its own keeps them', async t => {
  t.equal(capitalised('pricing a product'), 'Pricing a product')
  t.equal(capitalised('éclairs'), 'Éclairs')
  t.equal(capitalised('iPhone cases'), 'iPhone cases')
  t.equal(capitalised('iOS 18.2'), 'iOS 18.2')
  t.equal(capitalised('npm 11 ships'), 'npm 11 ships', 'a word without a vowel is spelled out')
  t.equal(capitalised('my plan'), 'My plan')
  t.equal(capitalised('hiring: who and why'), 'Hiring: who and why')
})

t.test('a link, a handle and a hashtag at the beginning stay as they are', async t => {
  for (const text of [
    'https://example.com/a is out',
    'www.example.com',
    'mailto:a@example.com',
    '@ada said',
    '#tea time'
  ])
    t.equal(capitalised(text), text)
})

t.test('graphemes, words and sentences are those of a reader', async t => {
  t.strictSame(graphemes('👨‍👩‍👧‍👦e\u0301a'), ['👨‍👩‍👧‍👦', 'e\u0301', 'a'])
  t.equal(countGraphemes('👨‍👩‍👧‍👦e\u0301a'), 3)
  t.strictSame(words("Don't pay 1,200.50, please."), ["Don't", 'pay', '1,200.50', 'please'])
  t.strictSame(words('日本語のテキスト'), ['日本語', 'の', 'テキスト'])
  t.strictSame(sentences('One. Two? 1. Three.'), ['One. ', 'Two? ', '1. Three.'])
})

t.test('a template is filled, with a capital where its placeholder has one', async t => {
  t.equal(fill('{Topic} for {name}', { topic: 'pricing', name: 'Ann' }), 'Pricing for Ann')
  t.equal(fill('{Topic}', { topic: 'pricing', Topic: 'PRICING' }), 'PRICING')
  t.throws(() => fill('{nothing}', {}), /The template "\{nothing\}" has no value for \{nothing\}\./)
  t.throws(() => fill('{constructor}', {}), /has no value/)
})

t.test('a value that ends in a mark takes the place of the full stop', async t => {
  t.equal(fill('At {company}.', { company: 'Acme Inc.' }), 'At Acme Inc.')
  t.equal(fill('At {company}.', { company: 'Acme' }), 'At Acme.')
})

t.test('phrases are found as whole words, the longer one first, and mean themselves', async t => {
  const found = (text: string, phrases: readonly string[]) =>
    Array.from(text.matchAll(phrasePattern(phrases)), ([part]) => part)
  t.strictSame(found('free, carefree, risk free trial', ['free', 'risk free']), ['free', 'risk free'])
  t.strictSame(found('überfree free', ['free']), ['free'])
  t.strictSame(found('c++ and c', ['c++']), ['c++'])
  t.strictSame(found('100x', ['10.x']), [])
})

t.test('a boundary says what may not stand beside a phrase', async t => {
  const pattern = phrasePattern(['free'], { before: 'a-z-', after: 'a-z' })
  t.strictSame(
    Array.from('hands-free free-range'.matchAll(pattern), ({ index }) => index),
    [11]
  )
})

t.test('an asterisk at an end of a phrase stands for more letters', async t => {
  const found = (text: string, phrases: readonly string[]) => formPattern(phrases).exec(text)?.[0]
  t.equal(found('a suicidal mind', ['suicid*']), 'suicidal')
  t.equal(found('brustkrebs', ['*krebs']), 'brustkrebs')
  t.equal(found('brustkrebs', ['krebs*']), undefined)
  t.equal(found('suicid', ['suicid*']), 'suicid')
  t.equal(found('c+', ['c+*']), 'c+')
})
