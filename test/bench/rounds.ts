import type { Generator, Measured } from './generator.js'
import type { BenchServers } from './servers.js'
import { type Spread, shuffled, spreadOf } from './statistics.js'
import { requireAnswer, type Subject, setCall } from './subjects.js'

/** How much is measured; seconds of one measurement, which is done in slices, and of the warm-up before all rounds. */
export interface Effort {
  readonly rounds: number
  readonly seconds: number
  readonly slices: number
  readonly warmUpSeconds: number
}

/** What the rounds say of one subject: medians, and ratios of the same round to the group's baseline and its Fastify. */
export interface Row {
  readonly subject: Subject
  readonly perSecond: Spread
  readonly cpuMicroseconds: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
  readonly cpuToBaseline: Spread
  readonly rateToBaseline: Spread
  readonly cpuToFastify: Spread | undefined
  readonly rateToFastify: Spread | undefined
}

/**
 * Measures every subject once a round, after all are warm. The subjects of a group take turns in short slices, in an order that
 * differs from turn to turn, so that what else the machine does affects all of them alike.
 */
export async function measureRounds(
  subjects: readonly Subject[],
  servers: BenchServers,
  generator: Generator,
  effort: Effort,
  etag: string,
  say: (line: string) => void
): Promise<readonly Row[]> {
  const measure = async ({ server, call, connections }: Subject, seconds: number) =>
    generator.measure(await servers.running(server), { call, connections, seconds, etag })
  say(`warm-up of ${subjects.length} subjects`)
  for (const subject of subjects) {
    const { first, server } = subject
    if (subject.call === setCall) await requireAnswer(await servers.running(server))
    if (first)
      await generator.measure(await servers.running(server), { call: first, connections: 1, seconds: 10, most: 100 })
    await measure(subject, effort.warmUpSeconds)
  }
  const measured = new Map(subjects.map(subject => [subject, [] as Measured[]]))
  for (let round = 1; round <= effort.rounds; round++) {
    say(`round ${round} of ${effort.rounds}`)
    for (const group of shuffled([...new Set(subjects.map(({ group }) => group))])) {
      const members = subjects.filter(subject => subject.group === group)
      const slices = new Map(members.map(subject => [subject, [] as Measured[]]))
      for (let slice = 0; slice < effort.slices; slice++)
        for (const subject of shuffled(members))
          slices.get(subject)?.push(await measure(subject, effort.seconds / effort.slices))
      for (const [subject, parts] of slices) measured.get(subject)?.push(together(parts))
    }
  }
  return subjects.map(subject => rowOf(subject, measured))
}

function rowOf(subject: Subject, measured: ReadonlyMap<Subject, readonly Measured[]>): Row {
  const own = measured.get(subject) ?? []
  const others = [...measured.keys()].filter(({ group }) => group === subject.group)
  const baseline = others.find(({ isBaseline }) => isBaseline)
  const fastify = others.find(({ name }) => name === 'Fastify 5')
  const spread = (member: keyof Measured) => spreadOf(own.map(each => each[member]))
  const ratio = (member: keyof Measured, other: Subject | undefined) => {
    const theirs = other && measured.get(other)
    return theirs && spreadOf(own.map((each, round) => each[member] / (theirs[round]?.[member] ?? Number.NaN)))
  }
  const alone = { median: 1, min: 1, max: 1 }
  return {
    subject,
    perSecond: spread('perSecond'),
    cpuMicroseconds: spread('cpuMicroseconds'),
    p50Ms: spread('p50Ms'),
    p99Ms: spread('p99Ms'),
    cpuToBaseline: ratio('cpuMicroseconds', baseline) ?? alone,
    rateToBaseline: ratio('perSecond', baseline) ?? alone,
    cpuToFastify: ratio('cpuMicroseconds', fastify),
    rateToFastify: ratio('perSecond', fastify)
  }
}

/** The slices of one measurement: sums of what was counted, medians of the latencies. */
function together(slices: readonly Measured[]): Measured {
  const sum = (of: (slice: Measured) => number) => slices.reduce((total, slice) => total + of(slice), 0)
  const [requests, seconds] = [sum(slice => slice.requests), sum(slice => slice.seconds)]
  return {
    requests,
    seconds,
    perSecond: requests / seconds,
    cpuMicroseconds: sum(slice => slice.cpuMicroseconds * slice.requests) / requests,
    p50Ms: spreadOf(slices.map(({ p50Ms }) => p50Ms)).median,
    p99Ms: spreadOf(slices.map(({ p99Ms }) => p99Ms)).median
  }
}
