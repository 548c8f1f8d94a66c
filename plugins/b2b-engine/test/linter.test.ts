import { qualityOf } from '@product-host/toolkit/lint'
import t from 'tap'
import { concreteWordsIn, detailsIn, lintMessage } from '../dist/outreach/lint.js'
import type { Message } from '../dist/outreach/plan.js'
import { countWords, readingGrade, sentencesOf } from '../dist/outreach/reading.js'

const good: Message = {
  step: 1,
  channel: 'email',
  subject: 'Your hiring plans',
  body: [
    'Hi Jane,',
    'I saw that you are hiring. The everyday work at Acme still has to run, often with the same hands, and your team feels that first.',
    'What we do: safety checklists that new welders, fitters and crane drivers can follow. Would it help you to see one?',
    'Sam',
    'If this is not for you, tell me and you will not hear from me again.'
  ].join('\n\n')
}
const texts = [
  'Acme',
  'Jane',
  'Sam',
  'hiring',
  'safety checklists that new welders, fitters and crane drivers can follow'
]
const given = { texts, names: ['Acme', 'Jane', 'Sam'], reader: ['Acme', 'same hands'], sender: ['Sam'] }

/** The rules that a changed message does not pass: "words warn 5". */
function broken(change: Partial<Message>): readonly string[] {
  return lintMessage({ ...good, ...change }, given)
    .filter(({ level }) => level !== 'pass')
    .map(({ rule, level, weight }) => `${rule} ${level} ${weight}`)
}

function withText(text: string): Partial<Message> {
  return { body: good.body.replace('I saw that you are hiring.', text) }
}

t.test('a good message passes every rule', async t => {
  t.strictSame(broken({}), [])
  t.strictSame(
    lintMessage(good, given).map(({ rule }) => rule),
    [
      'subject',
      'words',
      'questions',
      'links',
      'pronouns',
      'reading_grade',
      'exclamation',
      'spam_phrases',
      'cliches',
      'placeholder',
      'greeting',
      'invented',
      'recipient',
      'details',
      'concrete',
      'stock_phrases',
      'opt_out'
    ]
  )
})

t.test('words: 50 to 90 pass, 25 to 125 warn', async t => {
  const words = (count: number) =>
    broken({ body: `${'you '.repeat(count - 8)}see? you will not hear from me again.` }).filter(each =>
      each.startsWith('words')
    )
  t.strictSame(words(24), ['words fail 15'])
  t.strictSame(words(25), ['words warn 5'])
  t.strictSame(words(50), [])
  t.strictSame(words(90), [])
  t.strictSame(words(91), ['words warn 5'])
  t.strictSame(words(125), ['words warn 5'])
  t.strictSame(words(126), ['words fail 15'])
})

t.test('subject: 2 to 5 words, at most 40 characters, no false answer', async t => {
  t.strictSame(broken({ subject: 'Hiring' }), ['subject warn 5'])
  t.strictSame(broken({ subject: 'a note on your many hiring plans' }), ['subject warn 5'])
  t.strictSame(broken({ subject: 'incomprehensibilities of internationalization' }), ['subject warn 5'])
  t.strictSame(broken({ subject: 'Re: your hiring plans' }), ['subject fail 15'])
  t.strictSame(broken({ subject: 'FWD: your hiring plans' }), ['subject fail 15'])
})

t.test('questions: exactly one', async t => {
  t.strictSame(broken(withText('Are you hiring?')), ['questions warn 8'])
  t.strictSame(broken({ body: good.body.replace('?', '.') }), ['questions warn 8'])
  t.strictSame(broken(withText('Are you hiring? Now? Soon?')), ['questions fail 15'])
})

t.test('links: one at most', async t => {
  t.strictSame(broken(withText('You are hiring, see https://acme.com today.')), [])
  t.strictSame(broken(withText('You are hiring, see https://acme.com and www.acme.com today.')), ['links fail 10'])
})

t.test('the reader is spoken of as often as the sender', async t => {
  t.strictSame(broken(withText('I think that we, with our team, could show us to you, as I said.')), [
    'pronouns warn 8'
  ])
})

t.test('reading grade: 8 passes', async t => {
  const hard =
    'Organisational transformation initiatives notwithstanding, your interdepartmental collaboration infrastructure necessitates comprehensive reconsideration.'
  t.ok(broken(withText(hard)).some(each => each.startsWith('reading_grade')))
})

t.test('exclamation marks, spam phrases and clichés', async t => {
  t.strictSame(broken(withText('I saw that you are hiring!')), ['exclamation warn 5'])
  t.strictSame(broken(withText('I saw that you are hiring! You! See!')), ['exclamation fail 10'])
  t.strictSame(broken(withText('I saw that you are hiring, and you can act now.')), ['spam_phrases fail 20'])
  t.strictSame(broken(withText('I saw that you are hiring; yours is risk-free.')), ['spam_phrases fail 20'])
  t.strictSame(broken(withText('You are hiring people who feel carefree, freely.')), [])
  t.strictSame(broken({ subject: 'Free for you' }), ['spam_phrases fail 20'])
  t.strictSame(broken(withText('I hope this finds you well. I saw that you are hiring.')), ['cliches warn 8'])
  t.strictSame(broken(withText('I am touching base as you are hiring.')), ['cliches warn 8'])
})

t.test('nothing is left to fill in', async t => {
  for (const place of ['{{name}}', '[Company]', '<first name>', 'XXX', 'TBD'])
    t.ok(broken(withText(`I saw that ${place} are hiring with you.`)).includes('placeholder fail 30'), place)
})

t.test('prices, shares and quotations are nothing to fill in', async t => {
  for (const text of ['50% off and 20% more', '$5 a head, $9 in all', 'a 2 < 3 chance', 'an xx-large plan'])
    t.notOk(broken(withText(`I saw that you are hiring: ${text}.`)).includes('placeholder fail 30'), text)
})

t.test('a greeting is of a person', async t => {
  const greeted = (line: string) =>
    broken({ body: good.body.replace(/^[^\n]*/, line) }).filter(each => each.startsWith('greeting'))
  for (const line of ['Hi Jane,', 'Hello,', 'Hello there,', 'Jane,', 'Dear Dr Weber,'])
    t.strictSame(greeted(line), [], line)
  for (const line of ['Hi PhD,', 'Hi N/A,', 'Hi The,', 'Hi Hr.,', 'Dear Team,'])
    t.strictSame(greeted(line), ['greeting fail 30'], line)
})

t.test('the reader is let out', async t => {
  t.strictSame(
    broken({
      body: good.body.replace(
        /If this is not.*$/,
        'Thank you for your time and for reading this far, it is kind of you.'
      )
    }),
    ['opt_out fail 15']
  )
})

t.test('nobody is blamed for a name', async t => {
  const name = 'Free! Who?'
  const message = { ...good, body: good.body.replaceAll('Acme', name) }
  const rules = (names: readonly string[]) =>
    lintMessage(message, { ...given, texts: [...texts, name], names, reader: [name, 'same hands'] })
      .filter(({ level }) => level !== 'pass')
      .map(({ rule }) => rule)
  t.strictSame(rules(['Jane', name]), [])
  t.strictSame(rules([]), ['questions', 'exclamation', 'spam_phrases'])
})

t.test('figures and names that were not given are invented', async t => {
  for (const text of [
    'You save 30% with us.',
    'You save 12 hours.',
    'You see why Initech uses it.',
    'You save twice as much.',
    'You would join hundreds of teams.'
  ])
    t.strictSame(broken(withText(text)), ['invented fail 30'], text)
  t.strictSame(broken(withText('I saw, Jane, that you at Acme are hiring on Monday.')), [])
  t.strictSame(
    lintMessage(
      { ...good, body: `${good.body} You save 30%.` },
      { ...given, texts: [...texts, 'saves 30 % a year'] }
    ).find(({ rule }) => rule === 'invented')?.level,
    'pass'
  )
})

t.test('a note on LinkedIn has a length and needs neither a subject nor an opt-out line', async t => {
  const note: Message = { step: 1, channel: 'linkedin', body: `You ${'see '.repeat(20)}it?`, short: 'You see it?' }
  const rules = (message: Message) =>
    lintMessage(message, { texts: [], names: [], reader: [], sender: [] })
      .filter(({ rule, level }) => level !== 'pass' && !['recipient', 'details', 'concrete'].includes(rule))
      .map(({ rule, level }) => `${rule} ${level}`)
  t.strictSame(rules(note), [])
  t.strictSame(rules({ ...note, body: `You ${'understand '.repeat(30)}it?` }).includes('length fail'), true)
  t.strictSame(rules({ ...note, short: 'y'.repeat(201) }), ['length fail'])
})

t.test('what any recipient could get costs quality', async t => {
  t.strictSame(broken(withText('We help companies save time and money, and you are hiring.')), [
    'stock_phrases fail 25'
  ])
  t.strictSame(broken(withText('You asked how we can help with hiring.')), ['stock_phrases warn 8'])
  const general = 'You may want to see how your work could be easier. It takes a short talk. Would you like that?'
  t.strictSame(
    lintMessage({ ...good, body: general }, given)
      .filter(({ level }) => level !== 'pass')
      .map(({ rule }) => rule),
    ['words', 'recipient', 'details', 'concrete', 'opt_out']
  )
})

t.test(
  "a detail of the recipient is what was given of them, or a name, a figure or a quotation that is not the sender's",
  async t => {
    const details = (text: string, reader: readonly string[] = [], sender: readonly string[] = []) =>
      detailsIn(text, reader, sender)
    t.strictSame(details('I saw that you opened a site in Leeds with 40 people.'), ['Leeds', '40'])
    t.strictSame(details('You wrote "returns eat a fifth of it" in May.'), ['returns eat a fifth of it'])
    t.strictSame(details('Do you have 15 minutes on Monday for a 30-minute call?'), [])
    t.strictSame(details('I saw that you use Betaline.', [], ['Betaline for warehouses']), [])
    t.strictSame(details('I saw that you were acquired by Hooli.', ['acquired by Hooli']), [
      'acquired by Hooli',
      'Hooli'
    ])
    t.strictSame(concreteWordsIn('Our welders and your fitters save time with a solution.'), ['welders', 'fitters'])
  }
)

t.test('quality is 100 less the weights, and never below 0', async t => {
  t.equal(qualityOf(lintMessage(good, given)), 100)
  t.equal(qualityOf(lintMessage({ ...good, ...withText('I saw that you are hiring! Act now.') }, given)), 75)
  t.equal(
    qualityOf(
      lintMessage(
        { ...good, subject: 'Re: free!!', body: '{{x}} 99% !!! ? ? ? www. www.' },
        { texts: [], names: [], reader: [], sender: [] }
      )
    ),
    0
  )
})

t.test('words, sentences and the grade of Flesch and Kincaid', async t => {
  t.equal(countWords("Don't count 3 half-days at acme.co.uk, AT&T or 50%."), 9)
  t.strictSame(sentencesOf('Hi Jane,\n\nYou are here. Is it 3.5 metres? Yes.\nSam'), [
    'You are here.',
    'Is it 3.5 metres?',
    'Yes.'
  ])
  t.equal(readingGrade('The cat sat on the mat.').toFixed(2), '0.00')
  t.equal(readingGrade('The rain in Spain stays mainly in the plain. It is wet there today.').toFixed(2), '0.63')
  t.equal(readingGrade(''), 0)
})
