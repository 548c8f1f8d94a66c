// Three simulated hosts on one store over the code of jobs and of Idempotency-Keys: a seeded scheduler decides which call of the store is
// done next, which fails before or after it was done, which host dies, and how time goes on. No job may be lost, stuck, or run again after
// its end was acknowledged, and no call with a key may be run by two hosts at once, or again after its reply was stored. In every second
// seed the action is not safe to repeat: it may then not run twice at all, and a client may learn that the outcome is unknown.
// npx node dist-test/faults/simulation.js [seeds] [first seed]
import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import { Problem, StoreUnavailable } from '../../host/dist/base/problems.js'
import { usualDeployment } from '../../host/dist/deployment.js'
import { Idempotency } from '../../host/dist/execution/idempotency.js'
import { JobStore } from '../../host/dist/jobs/job-store.js'
import type { ActionPlan } from '../../host/dist/products/registry.js'
import type { Backend } from '../../host/dist/storage/backend.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { start } from '../fixtures/start-host.js'
import { ending, figure } from './store.js'

const seeds = Number(process.argv[2] ?? 100_000)
const firstSeed = Number(process.argv[3] ?? 1)

const hostCount = 3
const jobIds = ['one', 'two', 'three']
const clientCount = 3

/** The lease of a job, the deadline of a call, when faults end, and the end, in simulated milliseconds. */
const leaseMs = 10_000
const deadlineMs = 5_000
const faultsEndMs = 30_000
const endMs = 75_000

/** How often a host looks for jobs. */
const lookEveryMs = 1_000

const noLog = pino({ level: 'silent' })

const totals = { deaths: 0, faults: 0, jobRuns: 0, calls: 0, lost: 0 }

/** A step that waits for the scheduler. */
interface Step {
  readonly host: Host | undefined
  readonly go: () => void
}

/** A step that waits for a time. */
interface Sleep extends Step {
  readonly at: number
}

/** A host as the simulation sees it. */
interface Host {
  isAlive: boolean
}

/** What one run of a job or of a call has done. */
interface Run {
  readonly host: Host
  isRunning: boolean
}

class Simulation {
  #now = 0
  readonly #random: () => number
  readonly #steps: Step[] = []
  readonly #sleeps: Sleep[] = []
  readonly #backend = memoryBackend(() => this.#now)
  readonly #faults: string[] = []
  readonly #jobRuns = new Map<string, Run[]>()
  readonly #endedJobs = new Set<string>()
  readonly #calls: Run[] = []
  #isReplyStored = false
  readonly #replies = new Set<string>()
  #answered = 0
  readonly #isSafe: boolean
  readonly #plan: ActionPlan

  constructor(seed: number, { served, ...plan }: ActionPlan) {
    this.#random = randomFrom(seed)
    this.#isSafe = seed % 2 === 0
    const effectsOf = () => ({ effect: 'write', isSafeToRepeat: this.#isSafe }) as const
    this.#plan = { ...plan, served: { ...served, effectsOf } }
  }

  /** Runs one seed; what went wrong. */
  async run(): Promise<readonly string[]> {
    const store = await Store.open(this.#backend)
    const jobs = jobIds.map(id => ({ schedule: { id, at: 1_000, action: 'add', input: {} } }))
    await store.namespace('account', 'notes').update([], () => ({ jobs, result: undefined }))
    for (let count = 0; count < hostCount; count++) this.#begin()
    for (let count = 0; count < clientCount; count++) void this.#client()
    while (this.#now < endMs && !this.#isDone()) await this.#turn()
    const left = await new JobStore(store, this.#clock(), noLog).waiting()
    for (const { job } of left) this.#faults.push(`the job ${job.id} is stuck`)
    for (const id of jobIds) if (!this.#jobRuns.has(id)) this.#faults.push(`the job ${id} is lost`)
    if (this.#answered < clientCount) this.#faults.push('a client got no answer')
    if (this.#replies.size > 1) this.#faults.push('a key was answered in two ways')
    return this.#faults
  }

  #isDone(): boolean {
    return this.#endedJobs.size === jobIds.length && this.#answered === clientCount
  }

  /** Does one step that a host waits for, or lets time pass. */
  async #turn(): Promise<void> {
    if (this.#steps.length > 0) {
      const [step] = this.#steps.splice(Math.floor(this.#random() * this.#steps.length), 1)
      step?.go()
    } else {
      this.#sleeps.sort((left, right) => left.at - right.at)
      const next = this.#sleeps.shift()
      this.#now = next ? Math.max(this.#now, next.at) : endMs
      next?.go()
    }
    // What follows from a step happens before the next one: a few promises after each other.
    for (let hop = 0; hop < 24; hop++) await undefined
  }

  /** Starts a host; one that dies is replaced. */
  #begin(): void {
    const host: Host = { isAlive: true }
    void this.#runJobs(host)
    if (this.#random() < 0.5)
      void this.#sleep(undefined, 500 + this.#random() * faultsEndMs).then(() => this.#die(host))
  }

  #die(host: Host): void {
    if (this.#now > faultsEndMs) return
    totals.deaths++
    host.isAlive = false
    for (const waiting of [this.#steps, this.#sleeps])
      for (let index = waiting.length - 1; index >= 0; index--)
        if (waiting[index]?.host === host) waiting.splice(index, 1)
    this.#begin()
  }

  #sleep(host: Host | undefined, ms: number): Promise<void> {
    if (host && !host.isAlive) return new Promise(() => undefined)
    return new Promise(go => this.#sleeps.push({ host, at: this.#now + Math.ceil(ms), go }))
  }

  /** The store as one host reaches it. What a dead host has sent may still be done; it learns nothing of it. */
  async #storeOf(host: Host): Promise<Store> {
    const through = <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!host.isAlive) return new Promise(() => undefined)
      return new Promise((resolve, reject) =>
        this.#steps.push({
          host: this.#random() < 0.5 ? host : undefined,
          go: () => {
            const kind = this.#now < faultsEndMs ? this.#random() : 1
            if (kind < 0.06) totals.faults++
            if (kind < 0.03) return reject(new StoreUnavailable('Injected before the call.'))
            work().then(result => {
              if (!host.isAlive) return
              if (kind < 0.06) reject(new StoreUnavailable('Injected after the call.'))
              else resolve(result)
            }, reject)
          }
        })
      )
    }
    const { get, set, delete: remove, read, commit, list, scan, put } = this.#backend
    const backend: Backend = {
      system: 'memory',
      get: key => through(() => get.call(this.#backend, key)),
      set: (key, text, ttlMs) => through(() => set.call(this.#backend, key, text, ttlMs)),
      delete: key => through(() => remove.call(this.#backend, key)),
      read: keys => through(() => read.call(this.#backend, keys)),
      commit: (expected, writes) => through(() => commit.call(this.#backend, expected, writes)),
      list: (prefix, page) => through(() => list.call(this.#backend, prefix, page)),
      scan: prefix => scan.call(this.#backend, prefix),
      put: records => through(() => put.call(this.#backend, records)),
      close: async () => undefined
    }
    for (;;)
      try {
        return await Store.open(backend)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        await this.#sleep(host, 250)
      }
  }

  /** Looks for due jobs and runs them, as the job runner of a host does. */
  async #runJobs(host: Host): Promise<void> {
    const jobs = new JobStore(await this.#storeOf(host), this.#clock(), noLog)
    for (;;) {
      try {
        await jobs.moveDue()
        for (const { entry } of await jobs.ready('account', 16)) {
          const claimed = await jobs.claim(entry, () => leaseMs)
          if (!claimed) continue
          const { id } = claimed.job
          const run = this.#beginRun(this.#runsOf(id), host, `the job ${id}`)
          totals.jobRuns++
          if (this.#endedJobs.has(id)) this.#faults.push(`the job ${id} ran after its end was acknowledged`)
          await this.#sleep(host, this.#random() * (leaseMs / 2))
          run.isRunning = false
          if (this.#random() < 0.2) await jobs.postpone(claimed, this.#now + 1_000)
          else {
            await jobs.finish(claimed)
            this.#endedJobs.add(id)
          }
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
      await this.#sleep(host, lookEveryMs)
    }
  }

  /** Sends one call with the same key as the other clients until it has an answer, each time to a host of its own. */
  async #client(): Promise<void> {
    let hasAnswer = false
    while (!hasAnswer) {
      const host: Host = { isAlive: true }
      if (this.#random() < 0.3) void this.#sleep(undefined, this.#random() * 3_000).then(() => this.#leave(host))
      const text = await Promise.race([this.#call(host), this.#sleep(undefined, 30_000)])
      this.#leave(host)
      if (typeof text === 'string') {
        this.#replies.add(text)
        hasAnswer = true
      } else await this.#sleep(undefined, 500 + this.#random() * 2_000)
    }
    this.#answered++
  }

  #leave(host: Host): void {
    if (this.#now < faultsEndMs) host.isAlive = false
  }

  /** The reply to the call; undefined for a refusal that is worth another try. */
  async #call(host: Host): Promise<string | undefined> {
    let isStored = true
    const destination = {
      write() {
        isStored = false
      }
    }
    const log = pino({ level: 'error' }, destination)
    const { rates } = usualDeployment([])
    const idempotency = new Idempotency(await this.#storeOf(host), this.#clock(), log, rates)
    const caller = { account: 'account', keyId: 'key' }
    try {
      const claim = await idempotency.claim('key', { plan: this.#plan, caller, fields: {}, requestId: 'request' })
      if (claim.kind === 'replay') return claim.reply.text
      if (claim.kind === 'run') throw new Error('No run was asked for.')
      const run = this.#beginRun(this.#calls, host, 'the call')
      totals.calls++
      claim.begin()
      if (!this.#isSafe && this.#calls.length > 1) this.#faults.push('the call ran twice')
      if (this.#isReplyStored) this.#faults.push('the call ran again after its reply was stored')
      await this.#sleep(host, this.#random() * deadlineMs)
      run.isRunning = false
      const reply = { status: 200, headers: {}, text: `reply ${this.#calls.length}` }
      await claim.succeed(reply)
      // A reply that could not be stored is given all the same; the key is free once its lease has ended.
      if (!isStored) return undefined
      this.#isReplyStored = true
      return reply.text
    } catch (error) {
      if (error instanceof Problem && error.code === 'outcome_unknown' && !this.#isSafe) return this.#lostReply()
      if (error instanceof StoreUnavailable || error instanceof Problem) return undefined
      throw error
    }
  }

  /** What a client is told of a lost outcome, which is wrong once a reply was stored, and while nothing was run. */
  #lostReply(): string {
    totals.lost++
    if (this.#isReplyStored) this.#faults.push('a stored reply was lost')
    if (this.#calls.some(({ isRunning, host }) => isRunning && host.isAlive))
      this.#faults.push('a call that runs was given up')
    return 'unknown'
  }

  #runsOf(id: string): Run[] {
    const runs = this.#jobRuns.get(id) ?? []
    this.#jobRuns.set(id, runs)
    return runs
  }

  #beginRun(runs: Run[], host: Host, name: string): Run {
    if (runs.some(other => other.isRunning && other.host.isAlive)) this.#faults.push(`${name} ran twice at once`)
    const run = { host, isRunning: true }
    runs.push(run)
    return run
  }

  #clock() {
    return makeClock(() => this.#now, this.#random)
  }
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

await ending(async t => {
  const { host } = await start(t)
  const plan = host.products[0]?.plans.get('add')
  if (!plan) throw new Error('The product notes has no action "add".')
  const faults: string[] = []
  for (let seed = firstSeed; seed < firstSeed + seeds && faults.length < 10; seed++)
    for (const fault of await new Simulation(seed, { ...plan, deadlineMs }).run()) faults.push(`seed ${seed}: ${fault}`)
  figure('seeds', seeds)
  figure('deaths of a host', totals.deaths, totals.deaths > 0)
  figure('faults of the store', totals.faults, totals.faults > 0)
  figure('runs of jobs', totals.jobRuns)
  figure('runs of calls with a key', totals.calls)
  figure('calls whose outcome was lost', totals.lost, totals.lost > 0)
  figure('lost, stuck or doubled', faults.length, faults.length === 0)
  for (const fault of faults) console.log(`    ${fault}`)
})
