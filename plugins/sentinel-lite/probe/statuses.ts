import type { Fault } from '@product-host/sdk'

/** A status, or the first and the last of a range. */
const oneRange = /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/

/** One run of statuses, both ends included. */
export interface StatusRange {
  readonly from: number
  readonly to: number
}

/** The ranges of a list such as `200-299,301`, or what is wrong with it. */
export function readStatuses(list: string | number): readonly StatusRange[] | Fault {
  const ranges = String(list)
    .split(',')
    .map(range => oneRange.exec(range)?.slice(1) ?? [])
    .map(([from, to = from]) => ({ from: Number(from), to: Number(to) }))
  if (ranges.every(({ from, to }) => from <= to)) return ranges
  return {
    pointer: '#/expectStatus',
    detail: 'is not a list of statuses and rising ranges of them',
    fix: 'Send one status from 100 to 599, or a list such as 200-299,301.'
  }
}

/** Whether one of the ranges holds the status. */
export function holdsStatus(ranges: readonly StatusRange[], status: number): boolean {
  return ranges.some(({ from, to }) => status >= from && status <= to)
}
