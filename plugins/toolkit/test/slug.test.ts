import fc from 'fast-check'
import t from 'tap'
import { formerSlug, slugify, storedSlug } from '../dist/slug.js'

t.test('a slug is of letters a-z, digits and single hyphens', async t => {
  t.equal(slugify('CRM Main'), 'crm-main')
  t.equal(slugify(' GPT-4.1 (mini) '), 'gpt-4-1-mini')
  t.equal(slugify('fooBar_baz'), 'foobar-baz')
  t.equal(slugify("Joe's Diner & Sons"), 'joe-s-diner-sons')
  t.equal(slugify('  Ünïcode — ﬁne №5! '), 'unicode-fine-no5')
  t.equal(slugify('東京'), '')
})

t.test('accents are dropped, and other letters transliterated', async t => {
  t.equal(slugify('Müller Café'), 'muller-cafe')
  t.equal(slugify('Mu\u0308ller Cafe\u0301'), 'muller-cafe')
  t.equal(slugify('Crème Brûlée & Söhne'), 'creme-brulee-sohne')
  t.equal(slugify('Straße'), 'strasse')
  t.equal(slugify('Łódź, Ærø'), 'lodz-aero')
  t.equal(slugify('Привет мир'), 'privet-mir')
})

t.test('a slug is cut at its length, without a hyphen at the end', async t => {
  t.equal(slugify(`${'a'.repeat(63)} b`), 'a'.repeat(63))
  t.equal(slugify('one two three', 7), 'one-two')
  t.equal(slugify('one two three', 8), 'one-two')
})

t.test('a slug is the slug of itself', async () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 80 })
  fc.assert(fc.property(name, text => slugify(slugify(text)) === slugify(text)))
})

t.test('names of ASCII, and with accents, have the slug that they always had', async () => {
  const letter = fc.constantFrom('é', 'Ü', 'ñ', 'ç', 'Ž', 'å', 'e\u0301')
  const name = fc.array(fc.oneof(fc.string({ unit: 'grapheme-ascii', maxLength: 9 }), letter)).map(all => all.join(''))
  fc.assert(
    fc.property(name, text => slugify(text) === formerSlug(text)),
    { numRuns: 2000 }
  )
})

t.test('a former slug has hyphens for other letters, and for accents where they were not dropped', async t => {
  t.equal(formerSlug('Straße'), 'stra-e')
  t.equal(formerSlug('Müller Café'), 'muller-cafe')
  t.equal(formerSlug('Müller Café', { accents: 'hyphens' }), 'mu-ller-cafe')
  t.equal(formerSlug('Straße und Weg', { longest: 6 }), 'stra-e')
})

t.test('a name that is stored under a former slug keeps it', async t => {
  const stored = new Set(['stra-e'])
  const isStored = (slug: string) => stored.has(slug)
  t.equal(await storedSlug('strasse', ['stra-e'], isStored), 'stra-e')
  t.equal(await storedSlug('lodz', ['odz'], isStored), 'lodz')
  t.equal(await storedSlug('acme', ['acme'], () => t.fail('nothing is to be read')), 'acme')
  t.equal(await storedSlug('privet', [''], () => t.fail('nothing is to be read')), 'privet')
})
