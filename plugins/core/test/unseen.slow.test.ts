import t, { type Test } from 'tap'
import { deployAll } from './deployment.js'
import { type RoutedSentence, readSet, scoreRequests, scoreRouting } from './scorer.js'

const deployment = await deployAll()

// The phrases of other products move a sentence in English or two.
for (const [file, least] of [
  ['unseen/routing.jsonl', { plain: 96, typo: 34, de: 21, fr: 12, es: 12, out_of_scope: 28, confident: 0.97 }],
  ['unseen/routing-2.jsonl', { plain: 88, typo: 19, de: 11, fr: 7, es: 7, out_of_scope: 18, confident: 0.97 }],
  ['unseen/routing-3.jsonl', { plain: 88, typo: 19, de: 10, fr: 7, es: 7, out_of_scope: 19, confident: 0.97 }],
  ['unseen/routing-4.jsonl', { plain: 87, typo: 19, de: 11, fr: 7, es: 6, out_of_scope: 19, confident: 0.97 }],
  ['unseen/routing-5.jsonl', { plain: 88, typo: 19, de: 9, fr: 7, es: 7, out_of_scope: 19, confident: 0.97 }],
  ['unseen/routing-6.jsonl', { plain: 99, typo: 20, de: 11, fr: 7, es: 8, out_of_scope: 21, confident: 0.97 }],
  ['unseen/routing-7.jsonl', { plain: 99, typo: 18, de: 10, fr: 8, es: 8, out_of_scope: 23, confident: 0.97 }],
  ['unseen/routing-8.jsonl', { plain: 48, typo: 8, de: 3, fr: 3, es: 3, out_of_scope: 9, confident: 0.93 }],
  ['unseen/routing-9.jsonl', { plain: 48, typo: 9, de: 3, fr: 3, es: 3, out_of_scope: 8, confident: 0.97 }],
  ['unseen/routing-10.jsonl', { plain: 150, typo: 29, de: 9, fr: 10, es: 5, out_of_scope: 33, confident: 0.97 }],
  ['unseen/routing-11.jsonl', { plain: 148, typo: 28, de: 9, fr: 10, es: 9, out_of_scope: 34, confident: 0.97 }]
] as const)
  t.test(`sentences of ${file} are routed nearly as well as the README says, or better`, async t => {
    const { kinds, confident } = await scoreRouting(file, deployment)
    for (const [kind, count] of Object.entries(least))
      if (kind !== 'confident') t.ok((kinds[kind]?.right ?? 0) >= count, `${kind}: ${kinds[kind]?.right}`)
    t.ok(confident.right / confident.of >= least.confident, `${confident.right} of ${confident.of}`)
    await runsNothing(t, file)
  })

for (const [file, least] of [
  [
    'unseen/requests.jsonl',
    { supported: 98, money: 18, negation: 20, condition: 20, recurrence: 19, question: 19, deletion: 20, several: 19 }
  ],
  ['unseen/requests-2.jsonl', { supported: 100 }],
  [
    'unseen/requests-3.jsonl',
    { supported: 93, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 20 }
  ],
  [
    'unseen/requests-4.jsonl',
    { supported: 97, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 20 }
  ],
  [
    'unseen/requests-5.jsonl',
    { supported: 96, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 20 }
  ],
  [
    'unseen/requests-6.jsonl',
    { supported: 85, money: 21, negation: 21, condition: 21, recurrence: 21, question: 21, deletion: 21, several: 21 }
  ],
  [
    'unseen/requests-7.jsonl',
    { supported: 25, money: 21, negation: 21, condition: 21, recurrence: 21, question: 19, deletion: 21, several: 21 }
  ],
  [
    'unseen/requests-8.jsonl',
    {
      supported: 108,
      money: 99,
      negation: 99,
      condition: 99,
      recurrence: 99,
      question: 99,
      deletion: 99,
      several: 99,
      out_of_scope: 99
    }
  ],
  ['development/requests.jsonl', { supported: 125 }],
  [
    'development/requests-2.jsonl',
    { supported: 275, money: 36, several: 38, condition: 23, recurrence: 20, question: 19, negation: 17, deletion: 16 }
  ],
  ['development/requests-3.jsonl', { supported: 297 }],
  [
    'development/requests-4.jsonl',
    { supported: 55, money: 14, negation: 14, condition: 14, recurrence: 14, question: 14, deletion: 14, several: 14 }
  ]
] as const)
  t.test(`requests of ${file} are carried out, or refused, nearly as well as the README says, or better`, async t => {
    const { kinds } = await scoreRequests(file, deployment)
    for (const [kind, count] of Object.entries(least))
      t.ok((kinds[kind]?.right ?? 0) >= count, `${kind}: ${kinds[kind]?.right}`)
    t.equal(kinds.supported?.wrong, 0, 'no plan writes something else')
  })

t.test('what is out of scope runs nothing but a search in the memory', t =>
  runsNothing(t, 'development/out-of-scope.jsonl')
)

/** Tries what is out of scope in a set, by `route` and over `agent`, and expects no call but of what searches the memory. */
async function runsNothing(t: Test, file: string): Promise<void> {
  const { core, calls, renew } = deployment
  renew()
  for (const { text, kind } of await readSet<RoutedSentence>(file)) {
    if (kind !== undefined && kind !== 'out_of_scope') continue
    await core.run('route', { intent: text, execute: true, confirm: true })
    await core.run('agent', { goal: text, allowExternal: true, confirm: true })
  }
  t.strictSame(
    calls.filter(({ action }) => action !== 'recall'),
    []
  )
}
