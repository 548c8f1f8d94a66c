import type { Change, Read, Write } from '@product-host/sdk'

/** What a ring keeps about each record beside the record, the oldest first. */
export interface Listed {
  readonly id: string
}

/** The newest records of one kind: `{name}:{id}`, and a list of them under `{name}s`, so that nothing has to be walked to trim it. */
export interface Ring {
  readonly name: string
  readonly size: number
}

/** The key of the ring's list, for an `update` to name. */
export function listKey({ name }: Ring): string {
  return `${name}s`
}

/** What is in the ring, the oldest first. */
export function listed<Item extends Listed>(read: Read, ring: Ring): readonly Item[] {
  return read<readonly Item[]>(listKey(ring)) ?? []
}

/** Adds a record and drops the oldest ones beyond the ring's size: writes for an `update` that named the list. */
export function added<Item extends Listed>(
  read: Read,
  ring: Ring,
  item: Item,
  record: unknown
): NonNullable<Change<unknown>['writes']> {
  const items = [...listed<Item>(read, ring), item]
  const dropped = items.slice(0, Math.max(0, items.length - ring.size))
  return [
    { key: `${ring.name}:${item.id}`, value: record },
    { key: listKey(ring), value: items.slice(dropped.length) },
    ...dropped.map(({ id }): Write => ({ key: `${ring.name}:${id}`, delete: true }))
  ]
}
