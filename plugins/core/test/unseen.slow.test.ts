import { readFile } from 'node:fs/promises'
import t from 'tap'
import { deployAll, type TestDeployment } from './deployment.js'

interface RoutedSentence {
  readonly text: string
  /** `product.action`, or `none`. */
  readonly expected: string
  readonly kind: 'plain' | 'typo' | 'de' | 'fr' | 'es' | 'out_of_scope'
}

interface ExpectedStep {
  /** `product.action`. */
  readonly action: string
  /** Texts that the fields hold, and numbers and booleans that they are. */
  readonly input: Readonly<Record<string, string | number | boolean>>
}

/** A call that would be wrong: any of the action, or only one that is as the other members say. */
interface WrongCall {
  readonly action: string
  readonly unless?: Readonly<Record<string, number>>
  readonly unconditionally?: true
  readonly once?: true
  readonly writes?: true
  readonly mode?: string
  readonly destructive?: true
  readonly merged?: true
}

interface UnseenRequest {
  readonly text: string
  readonly kind: string
  readonly steps?: readonly ExpectedStep[]
  readonly never?: readonly WrongCall[]
}

/** The sentences of a set, one a line; the first line says where the set is from. */
async function read<Sentence>(file: string): Promise<readonly Sentence[]> {
  const lines = (await readFile(new URL(`../test/${file}`, import.meta.url), 'utf8')).trim().split('\n')
  return lines.slice(1).map(line => JSON.parse(line))
}

// The phrases of other products move a sentence in English or two.
for (const [file, least] of [
  ['unseen/routing.jsonl', { plain: 96, typo: 34, de: 21, fr: 10, es: 10, out_of_scope: 30, confident: 0.97 }],
  ['unseen/routing-2.jsonl', { plain: 88, typo: 19, de: 10, fr: 6, es: 6, out_of_scope: 20, confident: 0.97 }],
  ['unseen/routing-3.jsonl', { plain: 88, typo: 19, de: 11, fr: 7, es: 7, out_of_scope: 19, confident: 0.97 }],
  ['unseen/routing-4.jsonl', { plain: 88, typo: 18, de: 11, fr: 7, es: 6, out_of_scope: 19, confident: 0.97 }],
  ['unseen/routing-5.jsonl', { plain: 86, typo: 19, de: 10, fr: 7, es: 7, out_of_scope: 20, confident: 0.97 }],
  ['unseen/routing-6.jsonl', { plain: 98, typo: 21, de: 10, fr: 6, es: 6, out_of_scope: 22, confident: 0.97 }],
  ['unseen/routing-7.jsonl', { plain: 97, typo: 20, de: 8, fr: 7, es: 8, out_of_scope: 21, confident: 0.97 }],
  ['unseen/routing-8.jsonl', { plain: 47, typo: 9, de: 3, fr: 2, es: 1, out_of_scope: 10, confident: 0.93 }],
  ['unseen/routing-9.jsonl', { plain: 48, typo: 9, de: 3, fr: 2, es: 2, out_of_scope: 9, confident: 0.97 }],
  ['unseen/routing-10.jsonl', { plain: 148, typo: 29, de: 9, fr: 10, es: 3, out_of_scope: 35, confident: 0.97 }],
  ['unseen/routing-11.jsonl', { plain: 151, typo: 29, de: 10, fr: 10, es: 8, out_of_scope: 35, confident: 0.97 }]
] as const)
  t.test(`sentences of ${file} are routed nearly as well as the README says, or better`, async t => {
    const { core, calls } = await deployAll()
    const right = new Map<string, number>()
    const confident = { right: 0, all: 0 }
    const sentences = await read<RoutedSentence>(file)
    for (const { text: intent, expected, kind } of sentences) {
      const { decision, candidates, chosen } = (await core.run('route', { intent })).detail
      const [best] = candidates
      const isRight = (decision === 'matched' ? `${best?.product}.${best?.action}` : decision) === expected
      if (isRight) right.set(kind, (right.get(kind) ?? 0) + 1)
      if (decision === 'matched' && (chosen?.confidence ?? 0) >= 0.8) {
        confident.all++
        if (isRight) confident.right++
      }
      if (kind !== 'out_of_scope') continue
      await core.run('route', { intent, execute: true, confirm: true })
      await core.run('agent', { goal: intent, allowExternal: true, confirm: true })
    }
    for (const [kind, count] of Object.entries(least))
      if (kind !== 'confident') t.ok((right.get(kind) ?? 0) >= count, `${kind}: ${right.get(kind)}`)
    t.strictSame(calls, [], 'what is out of scope runs nothing')
    t.ok(confident.right / confident.all >= least.confident, `${confident.right} of ${confident.all}`)
  })

for (const [file, least] of [
  [
    'unseen/requests.jsonl',
    { supported: 98, money: 18, negation: 19, condition: 20, recurrence: 19, question: 20, deletion: 20, several: 18 }
  ],
  ['unseen/requests-2.jsonl', { supported: 100 }],
  [
    'unseen/requests-3.jsonl',
    { supported: 97, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 19 }
  ],
  [
    'unseen/requests-4.jsonl',
    { supported: 97, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 19 }
  ],
  [
    'unseen/requests-5.jsonl',
    { supported: 96, money: 20, negation: 20, condition: 20, recurrence: 20, question: 20, deletion: 20, several: 20 }
  ],
  [
    'unseen/requests-6.jsonl',
    { supported: 76, money: 21, negation: 21, condition: 21, recurrence: 21, question: 21, deletion: 21, several: 21 }
  ],
  [
    'unseen/requests-7.jsonl',
    { supported: 14, money: 21, negation: 21, condition: 20, recurrence: 21, question: 21, deletion: 21, several: 19 }
  ],
  ['development/requests.jsonl', { supported: 127 }],
  [
    'development/requests-2.jsonl',
    { supported: 274, money: 36, negation: 17, condition: 23, recurrence: 20, question: 19, deletion: 16, several: 37 }
  ],
  ['development/requests-3.jsonl', { supported: 294 }],
  [
    'development/requests-4.jsonl',
    { supported: 69, money: 14, negation: 14, condition: 14, recurrence: 14, question: 14, deletion: 14, several: 14 }
  ]
] as const)
  t.test(`requests of ${file} are carried out, or refused, nearly as well as the README says, or better`, async t => {
    const right = new Map<string, number>()
    const { core } = await deployAll()
    for (const request of await read<UnseenRequest>(file)) {
      const isRight = request.steps ? await isCarriedOut(core, request.text, request.steps) : await isHarmless(request)
      if (isRight) right.set(request.kind, (right.get(request.kind) ?? 0) + 1)
    }
    for (const [kind, count] of Object.entries(least))
      t.ok((right.get(kind) ?? 0) >= count, `${kind}: ${right.get(kind)}`)
  })

t.test('what is out of scope runs nothing', async t => {
  const { core, calls } = await deployAll()
  for (const { text } of await read<RoutedSentence>('development/out-of-scope.jsonl')) {
    await core.run('route', { intent: text, execute: true, confirm: true })
    await core.run('agent', { goal: text, allowExternal: true, confirm: true })
  }
  t.strictSame(calls, [])
})

/** Whether the plan of a request, which is not run, has exactly these steps. */
async function isCarriedOut(
  core: TestDeployment['core'],
  goal: string,
  steps: readonly ExpectedStep[]
): Promise<boolean> {
  const { ok, detail } = await core.run('agent', { goal, dryRun: true })
  return (
    ok &&
    detail.plan.length === steps.length &&
    steps.every(({ action, input }, position) => {
      const step = detail.plan[position]
      const fits = ([name, wanted]: [string, string | number | boolean]) => {
        // Some sets call the platforms of a schedule `platform`.
        const value = step?.input[name] ?? step?.input[`${name}s`]
        if (typeof wanted !== 'string') return value === wanted
        return String(value ?? '')
          .toLowerCase()
          .includes(wanted.toLowerCase())
      }
      return step && `${step.product}.${step.action}` === action && Object.entries(input).every(fits)
    })
  )
}

/** Whether a request makes none of the calls that would be wrong, over `agent` and by `route`, without `confirm`. */
async function isHarmless({ text, never = [] }: UnseenRequest): Promise<boolean> {
  const { core, calls, products } = await deployAll()
  const { plan } = (await core.run('agent', { goal: text, allowExternal: true })).detail
  const byAgent = calls.splice(0)
  await core.run('route', { intent: text, execute: true })
  return never.every(wrong => {
    const isOf = ({ product, action }: { readonly product: string; readonly action: string }) =>
      wrong.action === 'any' || wrong.action === `${product}.${action}`
    if (wrong.merged) return byAgent.filter(isOf).length !== 1 && calls.filter(isOf).length !== 1
    return ![...byAgent, ...calls].filter(isOf).some(({ product, action, input: sent }) => {
      const input: Readonly<Record<string, unknown>> = Object(sent)
      const step = plan.find(each => each.product === product && each.action === action)
      if (wrong.unless) return Object.entries(wrong.unless).some(([name, value]) => input[name] !== value)
      if (wrong.unconditionally) return step?.when === undefined
      if (wrong.once) return input.everySeconds === undefined
      if (wrong.writes) return products.effect(product, action, input) !== 'read'
      if (wrong.mode !== undefined) return input.mode === wrong.mode
      if (wrong.destructive) return input.mode === 'forget' || input.replace === true
      return true
    })
  })
}
