import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { call } from './call.js'
import { paths } from './paths.js'
import { ProblemError } from './problem.js'

/** Something of the host that a page shows: on its way, here, or refused. What is here stays while it is asked for anew. */
export type Resource<Body> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly body: Body }
  | { readonly state: 'failed'; readonly error: Error }

interface Entry {
  current: Resource<unknown>
  load: () => Promise<unknown>
  run: number
  loadedAt: number
  readonly listeners: Set<() => void>
}

/** How long what was read counts as fresh when another page asks for it, in milliseconds. */
const freshMs = 3_000

const entries = new Map<string, Entry>()
const loading: Resource<never> = { state: 'loading' }

/** Reads an address of the host, once for all components that ask for it. */
export function useResource<Body>(path: string, load = () => read<Body>(path)): Resource<Body> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by the path alone
  const subscribe = useCallback((listener: () => void) => listen(entryOf(path, load), listener), [path])
  const current = useSyncExternalStore(subscribe, () => entries.get(path)?.current ?? loading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by the path alone
  useEffect(() => {
    const entry = entryOf(path, load)
    if (performance.now() - entry.loadedAt > freshMs) void refresh(entry)
  }, [path])
  return current as Resource<Body>
}

/** Several things as one: ready when all are, failed when one is. */
export function together<const Bodies extends readonly unknown[]>(
  ...resources: { readonly [Index in keyof Bodies]: Resource<Bodies[Index]> }
): Resource<Bodies> {
  const missing =
    resources.find(resource => resource.state === 'failed') ?? resources.find(({ state }) => state === 'loading')
  if (missing && missing.state !== 'ready') return missing
  return {
    state: 'ready',
    body: resources.map(resource => resource.state === 'ready' && resource.body) as unknown as Bodies
  }
}

/** Reads anew what is shown of an address and of those below it, and forgets what is not shown. */
export async function reload(prefix: string): Promise<void> {
  const concerned = [...entries].filter(([path]) => path.startsWith(prefix))
  for (const [path, { listeners }] of concerned) if (listeners.size === 0) entries.delete(path)
  await Promise.all(concerned.filter(([, { listeners }]) => listeners.size > 0).map(([, entry]) => refresh(entry)))
}

/** Puts what is known already in the place of what would be read. */
export function put<Body>(path: string, body: Body): void {
  const entry = entryOf(path, () => read(path))
  entry.run += 1
  entry.loadedAt = performance.now()
  settle(entry, { state: 'ready', body })
}

/** Forgets everything: somebody else may be signed in now. */
export function forgetAll(): void {
  for (const [path, entry] of entries) {
    entry.run += 1
    entry.loadedAt = Number.NEGATIVE_INFINITY
    if (entry.listeners.size === 0) entries.delete(path)
    else settle(entry, loading)
  }
}

async function read<Body>(path: string): Promise<Body> {
  return (await call<Body>('GET', path)).body
}

function entryOf(path: string, load: () => Promise<unknown>): Entry {
  const known = entries.get(path)
  if (known) return known
  const entry: Entry = { current: loading, load, run: 0, loadedAt: Number.NEGATIVE_INFINITY, listeners: new Set() }
  entries.set(path, entry)
  return entry
}

function listen({ listeners }: Entry, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function refresh(entry: Entry): Promise<void> {
  entry.run += 1
  const { run } = entry
  entry.loadedAt = performance.now()
  try {
    const body = await entry.load()
    if (run === entry.run) settle(entry, { state: 'ready', body })
  } catch (error) {
    entry.loadedAt = Number.NEGATIVE_INFINITY
    if (error instanceof ProblemError && error.code === 'session_required') void reload(paths.account)
    if (run === entry.run)
      settle(entry, { state: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}

function settle(entry: Entry, resource: Resource<unknown>): void {
  entry.current = resource
  for (const listener of entry.listeners) listener()
}
