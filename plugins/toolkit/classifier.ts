/** A text as a model sees it: which of its numbers are not zero, and by how much. Their squares add up to 1. */
export interface Features {
  readonly indexes: readonly number[]
  readonly values: readonly number[]
}

/** Counts the features of one text. A feature is a name; its number is the name's hash, so that some share one. */
export class FeatureCounts {
  readonly #counts = new Map<number, number>()

  /** `size` is how many numbers a text is described by. */
  constructor(private readonly size: number) {}

  add(feature: string, weight: number): void {
    const index = featureHash(feature) % this.size
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + weight)
  }

  features(): Features {
    const length = Math.hypot(...this.#counts.values()) || 1
    return { indexes: [...this.#counts.keys()], values: [...this.#counts.values()].map(value => value / length) }
  }
}

/** The three to five characters in a row of a word, its ends marked: by these a word with a typing error is still known. */
export function characterNgrams(word: string): readonly string[] {
  const bounded = `<${word}>`
  return [3, 4, 5].flatMap(size =>
    Array.from({ length: Math.max(0, bounded.length - size + 1) }, (_, start) => bounded.slice(start, start + size))
  )
}

/** FNV-1a over UTF-16 code units, 32 bits (G. Fowler, L. C. Noll, K.-P. Vo; www.isthe.com/chongo/tech/comp/fnv). */
export function featureHash(text: string): number {
  let value = 0x811c9dc5
  for (let position = 0; position < text.length; position++)
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193)
  return value >>> 0
}

/** A text that a model learns from. */
export interface Sample {
  readonly features: Features
  readonly label: string
  /** How much it counts. */
  readonly weight: number
}

/** A trained model as JSON: a row of weights for each label, each weight a signed byte times the row's scale. */
export interface ModelData {
  readonly labels: readonly string[]
  readonly scales: readonly number[]
  readonly biases: readonly number[]
  /** Base64 of all rows in order. */
  readonly weights: string
}

/** A softmax over linear scores of features: which label a text most likely has. */
export class Classifier {
  readonly #size: number

  constructor(
    readonly labels: readonly string[],
    private readonly weights: Float32Array,
    private readonly biases: Float32Array
  ) {
    this.#size = weights.length / labels.length
  }

  /** How likely each label is, by its name; they add up to 1. */
  predict(features: Features): ReadonlyMap<string, number> {
    const likely = softmax(this.scores(features))
    return new Map(this.labels.map((label, row) => [label, likely[row] ?? 0]))
  }

  scores({ indexes, values }: Features): number[] {
    return this.labels.map((_, row) => {
      const start = row * this.#size
      let sum = this.biases[row] ?? 0
      for (let each = 0; each < indexes.length; each++)
        sum += (this.weights[start + (indexes[each] ?? 0)] ?? 0) * (values[each] ?? 0)
      return sum
    })
  }

  /** The model as JSON, its weights rounded to signed bytes. */
  toData(): ModelData {
    const rows = this.labels.map((_, row) => this.weights.subarray(row * this.#size, (row + 1) * this.#size))
    const scales = rows.map(row => row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127)
    const bytes = Int8Array.from(
      rows.flatMap((row, index) => Array.from(row, weight => Math.round(weight / (scales[index] || 1))))
    )
    const weights = Buffer.from(bytes.buffer).toString('base64')
    return { labels: this.labels, scales, biases: [...this.biases], weights }
  }

  static fromData({ labels, scales, biases, weights }: ModelData): Classifier {
    const bytes = new Int8Array(Buffer.from(weights, 'base64'))
    const size = bytes.length / labels.length
    const scaled = new Float32Array(bytes)
    for (const [row, scale] of scales.entries())
      for (let index = row * size; index < (row + 1) * size; index++) scaled[index] = (scaled[index] ?? 0) * scale
    return new Classifier(labels, scaled, Float32Array.from(biases))
  }
}

/** How a model is trained. */
export interface Training {
  /** The labels, in the order of the model's rows. */
  readonly labels: readonly string[]
  /** How many numbers a text is described by. */
  readonly size: number
  /** How often every sample is seen. */
  readonly epochs: number
  /** The step of AdaGrad, and how fast a weight that is not needed goes to 0. */
  readonly rate: number
  readonly decay: number
}

/** Tells long work when to let other work run. */
interface Pace {
  readonly isOver: boolean
  rest(): Promise<void>
}

/**
 * Trains a model by AdaGrad (J. Duchi, E. Hazan, Y. Singer, _Adaptive Subgradient Methods_, JMLR 2011) on the cross-entropy.
 * The same samples in the same order give the same model.
 */
export async function train(samples: readonly Sample[], training: Training, pace?: Pace): Promise<Classifier> {
  const { labels, size, epochs, rate, decay } = training
  const width = labels.length
  // The weights of one feature lie together while they are learned: a sample reads and writes few places in memory.
  const weights = new Float32Array(size * width)
  const squares = new Float32Array(size * width).fill(1e-3)
  const biases = new Float32Array(width)
  const scores = new Float64Array(width)
  const random = repeatableRandom(1)
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const { features, label, weight } of shuffled(samples, random)) {
      if (pace?.isOver) await pace.rest()
      const { indexes, values } = features
      scores.set(biases)
      for (let each = 0; each < indexes.length; each++) {
        const start = (indexes[each] ?? 0) * width
        const value = values[each] ?? 0
        for (let row = 0; row < width; row++) scores[row] = (scores[row] ?? 0) + (weights[start + row] ?? 0) * value
      }
      for (const [row, likely] of softmax([...scores]).entries()) {
        const error = (likely - (labels[row] === label ? 1 : 0)) * weight
        if (Math.abs(error) < 1e-4) continue
        biases[row] = (biases[row] ?? 0) - 0.02 * error
        for (let each = 0; each < indexes.length; each++) {
          const index = (indexes[each] ?? 0) * width + row
          const slope = error * (values[each] ?? 0) + decay * (weights[index] ?? 0)
          squares[index] = (squares[index] ?? 0) + slope * slope
          weights[index] = (weights[index] ?? 0) - (rate * slope) / Math.sqrt(squares[index] ?? 1)
        }
      }
    }
  return new Classifier(labels, byLabel(weights, width), biases)
}

/** Weights that lie by feature, a row a label. */
function byLabel(weights: Float32Array, width: number): Float32Array {
  const size = weights.length / width
  const rows = new Float32Array(weights.length)
  for (let row = 0; row < width; row++)
    for (let feature = 0; feature < size; feature++) rows[row * size + feature] = weights[feature * width + row] ?? 0
  return rows
}

/** Numbers from 0 to 1 that are the same in each run: a linear congruential generator (Numerical Recipes, 1992). */
export function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function softmax(scores: readonly number[]): readonly number[] {
  const most = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [left, right] = [all[last], all[other]]
    if (left !== undefined && right !== undefined) [all[last], all[other]] = [right, left]
  }
  return all
}
