import type { ReactNode } from 'react'
import type { Resource } from '../api/resource.js'
import { Notice } from './notice.js'

interface LoadedProps<Body> {
  readonly resource: Resource<Body>
  /** How many lines the place is held open for, so that nothing jumps when the answer comes. */
  readonly lines?: number
  readonly again?: () => void
  readonly children: (body: Body) => ReactNode
}

/** Shows what was read, or that it is on its way, or why it is not there. */
export function Loaded<Body>({ resource, lines = 3, again, children }: LoadedProps<Body>) {
  if (resource.state === 'ready') return children(resource.body)
  if (resource.state === 'loading') return <Skeleton lines={lines} />
  return (
    <Notice tone="danger" title="This could not be read">
      <p>{resource.error.message}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Notice>
  )
}

/** Holds a place open for what is on its way. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className="bone" />
      ))}
    </div>
  )
}
