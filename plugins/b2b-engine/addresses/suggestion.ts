import { isFreeProvider } from './mailbox-class.js'
import { commonProviders, endingTypos, knownSlips, mostEdits } from './typos.js'

/** The domain that was probably meant, where this one looks like a slip of the hand; undefined when it looks right. */
export function suggestionFor(host: string): string | undefined {
  const mended = withMendedEnding(host)
  const suggestion = knownSlips.get(mended) ?? nearProvider(mended) ?? mended
  return suggestion === host ? undefined : suggestion
}

function withMendedEnding(host: string): string {
  const typo = Object.keys(endingTypos).find(ending => host.endsWith(`.${ending}`))
  return typo === undefined ? host : host.slice(0, -typo.length) + endingTypos[typo]
}

function nearProvider(host: string): string | undefined {
  return isFreeProvider(host) ? undefined : commonProviders.find(provider => isNear(host, provider))
}

/** Whether both start alike and are within two edits, of which only so many in the name before the ending as its length allows. */
function isNear(host: string, provider: string): boolean {
  if (host[0] !== provider[0] || editDistance(host, provider) > 2) return false
  const name = nameOf(provider)
  const most = mostEdits.find(({ fromLength }) => name.length >= fromLength)?.edits ?? 0
  return editDistance(nameOf(host), name) <= most
}

function nameOf(host: string): string {
  return host.slice(0, host.indexOf('.'))
}

/** Damerau-Levenshtein distance in its restricted form (insertions, deletions, changes, swaps of neighbours); infinite when lengths differ by more than 2. */
export function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return Number.POSITIVE_INFINITY
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
