import t from 'tap'
import { unusedWords, wordUses } from '../../dist/reading/leftovers.js'
import { partsIn } from '../../dist/reading/parts.js'
import { isQuestion } from '../../dist/reading/refusals.js'
import { subjectKey } from '../../dist/reading/stored-texts.js'

const verbs = new Set(['book', 'probe', 'remember', 'draft', 'score', 'write', 'call', 'check', 'delete'])

/** Each clause as its text, with `not` before what is not wanted and the condition behind. */
function read(text: string): readonly string[] {
  return partsIn(text, { verbs }).map(({ text, isNegated, condition }) =>
    [isNegated ? 'not' : '', text, condition ? `${condition.isUnless ? 'unless' : 'if'} <${condition.text}>` : '']
      .filter(part => part !== '')
      .join(' ')
  )
}

t.test('a text is divided into what it asks for, with negations and conditions', async t => {
  const cases: readonly (readonly [text: string, clauses: readonly string[]])[] = [
    ["don't book 40k tokens", ['not book 40k tokens']],
    ['please do not ever book it', ['not book it']],
    ['we should not book 40k tokens', ['not book 40k tokens']],
    ["I don't want you to draft an email", ['not draft an email']],
    ['no need to probe it', ['not probe it']],
    ["don't forget that Dana is allergic", ["don't forget that Dana is allergic"]],
    ['do not probe A, only remember that it is down', ['not probe A', 'only remember that it is down']],
    ['score Acme but do not draft an email', ['score Acme', 'not draft an email']],
    ['if Acme scores above 90, draft an email', ['draft an email if <Acme scores above 90>']],
    ['draft an email unless Acme scores below 20', ['draft an email unless <Acme scores below 20>']],
    ['check if https://a.example is up', ['check if https://a.example is up']],
    ['remember that the alarm rings if the door opens', ['remember that the alarm rings if the door opens']],
    ['when should I post', ['when should I post']],
    ['remember "buy milk; then call Bob"', ['remember "buy milk; then call Bob"']],
    ['check https://a.example/x;y and then score Acme', ['check https://a.example/x;y', 'score Acme']],
    ['score Acme for research and development', ['score Acme for research and development']],
    [
      'remember that the client likes us to call and write weekly',
      ['remember that the client likes us to call and write weekly']
    ]
  ]
  for (const [text, clauses] of cases) t.strictSame(read(text), clauses, text)
})

t.test('a condition holds for all that follows in its sentence, and no further', async t => {
  t.strictSame(read('if Acme scores above 90, draft an email and remember the result; probe it'), [
    'draft an email if <Acme scores above 90>',
    'remember the result if <Acme scores above 90>',
    'probe it'
  ])
  t.strictSame(read('if Acme scores above 90'), ['if Acme scores above 90'], 'one without a request leads nowhere')
})

t.test('a question is told from a request in the form of one', async t => {
  for (const text of [
    'is Acme a good lead',
    'where did I write it down?',
    'tell me whether it runs',
    'can you still see it'
  ])
    t.equal(isQuestion(text), true, text)
  for (const text of [
    'could you write to Acme?',
    'can we book 40k tokens',
    'why don’t you draft an email',
    'score Acme'
  ])
    t.equal(isQuestion(text), false, text)
})

t.test('a key is what a statement is about, and a correction has the same', async t => {
  const pairs: readonly (readonly [key: string, ...texts: string[]])[] = [
    [
      'alarm-code',
      'the alarm code is 4711',
      'the alarm code is now 4712',
      'correction: the alarm code is 4712',
      'the alarm code changed to 4712',
      'alarm code: 4712'
    ],
    ['lease-ends', 'the lease ends in May', 'the lease ends in June'],
    ['client-prefers', 'the client prefers mornings', 'the client prefers afternoons'],
    ['office-wifi-password', 'the office wifi password is on the fridge', 'the office wifi password is 1234'],
    ['dana-vegetarian', 'Dana is vegetarian', 'Dana is not vegetarian'],
    ['dana-allergic-nuts', 'Dana is allergic to nuts']
  ]
  for (const [key, ...texts] of pairs) for (const text of texts) t.equal(subjectKey(text), key, text)
})

t.test('every word is used, says nothing by itself, or is reported', async t => {
  const knows = (term: string) => ['book', 'token', 'margin', 'acm', 'week'].includes(term)
  const unused = (text: string) => unusedWords(text, { used: [], knows })
  t.strictSame(unused('please book the tokens for me'), [])
  t.strictSame(unused('book the purple tokens'), ['purple'])
  t.strictSame(unused('book 3 tokens'), ['3'], 'a number counts only where a field took it')
  t.strictSame(unused('do not book tokens'), ['not'])
  t.strictSame(unused('book tokens for Acme'), ['Acme'], 'so does a name')
  t.strictSame(unused('book tokens every morning at 8'), ['every morning', 'at 8'])
  t.strictSame(unusedWords('book 3 tokens', { used: [{ from: 5, to: 6 }], knows }), [])
  t.strictSame(
    wordUses('please book 3', { used: [{ from: 12, to: 13 }], knows }).map(({ word, use }) => `${word} ${use}`),
    ['please filler', 'book used', '3 used']
  )
})
