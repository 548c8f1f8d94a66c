import { readFile } from 'node:fs/promises'
import type { TestDeployment } from './deployment.js'

/** A sentence of a set with the action to which it leads. */
export interface RoutedSentence {
  readonly text: string
  /** `product.action`, or `none`. */
  readonly expected: string
  readonly kind: string
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

/** What became of the sentences of one kind in a set. */
interface Count {
  right: number
  of: number
  /** Plans that would run, do more than read, and are not what was asked for. */
  wrong: number
  /** Plans that are right and have to be confirmed. */
  proposed: number
}

/** What became of a set, by kind, and of each of its texts. */
export interface Score {
  readonly kinds: Readonly<Record<string, Count>>
  /** Routings with a confidence of 0.8 or more. */
  readonly confident: Count
  /** Every text that is not as it should be, with what became of it. */
  readonly misses: readonly string[]
  /** Milliseconds of the processor. */
  readonly took: number
}

/** The sentences of a set, one a line; the first line says where the set is from. */
export async function readSet<Sentence>(file: string): Promise<readonly Sentence[]> {
  const lines = (await readFile(new URL(`../test/${file}`, import.meta.url), 'utf8')).trim().split('\n')
  return lines.slice(1).map(line => JSON.parse(line))
}

/** Routes the sentences of a set. */
export async function scoreRouting(file: string, { core }: TestDeployment): Promise<Score> {
  const tally = new Tally()
  const confident = { right: 0, of: 0, wrong: 0, proposed: 0 }
  for (const { text: intent, expected, kind } of await readSet<RoutedSentence>(file)) {
    const { decision, candidates, chosen } = (await core.run('route', { intent })).detail
    const [best] = candidates
    const found = decision === 'matched' ? `${best?.product}.${best?.action}` : decision
    tally.add(kind, found === expected, false, `${kind}: ${intent} → ${found}, not ${expected}`)
    if (decision !== 'matched' || (chosen?.confidence ?? 0) < 0.8) continue
    confident.of++
    if (found === expected) confident.right++
  }
  return { ...tally.score(), confident }
}

/** Plans the requests of a set that are supported, and tries the others, each where nothing was called before. */
export async function scoreRequests(file: string, deployment: TestDeployment): Promise<Score> {
  const { core, renew } = deployment
  renew()
  const tally = new Tally()
  for (const request of await readSet<UnseenRequest>(file)) {
    if (!request.steps) {
      const { made, wrong: calls } = await tryOut(request, deployment)
      if (made > 0) renew()
      tally.add(request.kind, calls.length === 0, calls.length > 0, `${request.kind}: ${request.text} → ${calls}`)
      continue
    }
    const { ok, detail } = await core.run('agent', { goal: request.text, dryRun: true })
    const isPlanned = isAsked(detail.plan, request.steps)
    // A plan that a person has to confirm is shown with all its steps.
    const isProposed = !ok && detail.error?.code === 'needs_confirmation' && isPlanned
    const isRight = (ok && isPlanned) || isProposed
    const isWriting = detail.plan.some(({ effect }) => effect !== undefined && effect !== 'read')
    const plan = detail.plan.map(({ action, input, missing, unused }) => ({ action, input, missing, unused }))
    const found = `${ok ? 'WRONG' : detail.error?.code} ${JSON.stringify(plan)}`
    const wanted = JSON.stringify(request.steps)
    tally.add(
      request.kind,
      isRight,
      ok && !isRight && isWriting,
      `${request.kind}: ${request.text} → ${found}, not ${wanted}`
    )
    if (isProposed) tally.propose(request.kind)
  }
  return { ...tally.score(), confident: { right: 0, of: 0, wrong: 0, proposed: 0 } }
}

class Tally {
  readonly #kinds: Record<string, Count> = {}
  readonly #misses: string[] = []
  readonly #began = process.cpuUsage()

  add(kind: string, isRight: boolean, isWrong: boolean, miss: string): void {
    const count = this.#kinds[kind] ?? { right: 0, of: 0, wrong: 0, proposed: 0 }
    this.#kinds[kind] = count
    count.of++
    if (isRight) count.right++
    else this.#misses.push(miss)
    if (isWrong) count.wrong++
  }

  propose(kind: string): void {
    const count = this.#kinds[kind]
    if (count) count.proposed++
  }

  score() {
    const { user, system } = process.cpuUsage(this.#began)
    return { kinds: this.#kinds, misses: this.#misses, took: (user + system) / 1000 }
  }
}

interface PlannedStep {
  readonly product?: string
  readonly action?: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Whether a plan has exactly these steps. */
function isAsked(plan: readonly PlannedStep[], steps: readonly ExpectedStep[]): boolean {
  if (plan.length !== steps.length) return false
  return steps.every(({ action, input }, position) => {
    const step = plan[position]
    const fits = ([name, wanted]: [string, string | number | boolean]) => {
      // Some sets call the platforms of a schedule `platform`.
      const value = step?.input[name] ?? step?.input[`${name}s`] ?? perMillion(step?.input, name)
      if (typeof wanted !== 'string') return value === wanted
      return String(value ?? '')
        .toLowerCase()
        .includes(wanted.toLowerCase())
    }
    return step && `${step.product}.${step.action}` === action && Object.entries(input).every(fits)
  })
}

/** A price for a million is the same as a thousandth of it for a thousand. */
function perMillion(input: PlannedStep['input'] | undefined, name: string): number | undefined {
  const price = name.includes('Per1M') ? input?.[name.replace('Per1M', 'Per1k')] : undefined
  return typeof price === 'number' ? Number((price * 1000).toPrecision(12)) : undefined
}

/** How many calls a request makes over `agent` and by `route`, without `confirm`, and which of them are wrong. */
async function tryOut({ text, never = [] }: UnseenRequest, { core, calls, products }: TestDeployment) {
  const { plan } = (await core.run('agent', { goal: text, allowExternal: true })).detail
  const byAgent = calls.splice(0)
  await core.run('route', { intent: text, execute: true })
  const byRoute = calls.splice(0)
  const wrong = never.flatMap(wrong => {
    const isOf = ({ product, action }: { readonly product: string; readonly action: string }) =>
      wrong.action === 'any' || wrong.action === `${product}.${action}`
    if (wrong.merged)
      return byAgent.filter(isOf).length === 1 || byRoute.filter(isOf).length === 1 ? [JSON.stringify(wrong)] : []
    const made = [...byAgent, ...byRoute].filter(isOf).filter(({ product, action, input: sent }) => {
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
    return made.map(call => JSON.stringify(call))
  })
  return { made: byAgent.length + byRoute.length, wrong }
}
