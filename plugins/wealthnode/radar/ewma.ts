import { lambda } from './parameters.js'

/** Exponentially weighted moving averages: each λ · value + (1 − λ) · the one before, the first one after `start`. */
export function ewma(values: readonly number[], start: number): readonly number[] {
  let average = start
  return values.map(value => {
    average = lambda * value + (1 - lambda) * average
    return average
  })
}
