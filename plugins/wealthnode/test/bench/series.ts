/** Numbers from 0 to 1 that look random and are the same for the same seed: mulberry32 of T. Ettinger (public domain). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Where a series comes from: uniform and normal numbers, the day from which the forecast is made. */
interface Source {
  readonly uniform: () => number
  readonly normal: () => number
  readonly known: number
}

/** How the daily cost of an account may behave; each gives the cost of a day from the days before. */
const kinds: Readonly<Record<string, (source: Source) => (day: number) => number>> = {
  'plain noise':
    ({ normal }) =>
    () =>
      10 + 2 * normal(),
  'AR(1)': ({ normal }) => {
    let state = normal() / Math.sqrt(1 - 0.8 ** 2)
    return () => {
      state = 0.8 * state + normal()
      return 10 + state
    }
  },
  '2 % growth a day':
    ({ normal }) =>
    day =>
      5 * 1.02 ** day * (1 + 0.1 * normal()),
  'weekly season':
    ({ normal }) =>
    day =>
      (day % 7 < 5 ? 10 : 3) * (1 + 0.15 * normal()),
  'level shift': ({ normal, uniform, known }) => {
    const shift = known - Math.floor(5 + uniform() * Math.min(40, known - 8))
    const factor = uniform() < 0.5 ? 1.6 : 0.6
    return day => (day < shift ? 10 : 10 * factor) + 1.5 * normal()
  },
  intermittent:
    ({ uniform }) =>
    () =>
      uniform() < 0.7 ? 0 : -10 * Math.log(1 - uniform())
}

/** The names of the kinds. */
export const kindNames: readonly string[] = Object.keys(kinds)

/** A series of a kind, costs not below zero: `known` days before the forecast and `ahead` after it. */
export function seriesOf(kind: string, seed: number, known: number, ahead: number): readonly number[] {
  const uniform = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const make = kinds[kind]
  if (!make) throw new Error(`There is no kind of series called "${kind}".`)
  const costOf = make({ uniform, normal, known })
  return Array.from({ length: known + ahead }, (_, day) => Math.max(0, costOf(day)))
}
