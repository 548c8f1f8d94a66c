import type { View } from '@product-host/sdk'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../parts/loaded.js'
import { Badge } from '../parts/values.js'
import { type Detail, itemsAt, statusText, toneOf, valueAt } from './answer.js'
import { Calendar } from './calendar.js'
import { Cards, Messages } from './cards.js'
import { Checklist } from './checklist.js'
import { Members } from './members.js'
import { Score } from './score.js'
import { Status } from './status.js'
import { ItemTable } from './table.js'
import { Timeline } from './timeline.js'
import { sentenceCase } from './words.js'

const Series = lazy(async () => ({ default: (await import('./series.js')).Series }))

interface ResultViewsProps {
  readonly detail: Detail
}

/** The detail of an answer as its action declares that people see it; without a declaration, its members with their titles. */
export function ResultViews({ detail }: ResultViewsProps) {
  const shown = shownViews(detail)
  if (!shown) return <Members value={withoutStatus(detail)} schema={detail.schema} />
  if (shown.length === 0) return null
  return (
    <div className="stack views">
      {shown.map(view => (
        <section key={JSON.stringify(view)} className="stack tight-stack">
          {view.title && <h3>{view.title}</h3>}
          <OneView view={view} detail={detail} />
        </section>
      ))}
    </div>
  )
}

/** Whether all that an answer would show is empty lists. */
export function isEmpty(detail: Detail): boolean {
  return shownViews(detail)?.length === 0
}

/** The views of an answer, without those of empty lists: that one is empty is what the summary says. Undefined if it has none. */
function shownViews(detail: Detail): readonly View[] | undefined {
  const views = (detail.schema['x-view'] ?? []).filter(view => hasContent(view, detail))
  return views.length === 0 ? undefined : views.filter(view => !isEmptyList(view, detail))
}

/** The product's own status of an answer as a badge; undefined if the action declares none or the answer has none. */
export function statusBadge({ value, schema }: Detail) {
  const view = schema['x-view']?.find(each => each.view === 'status')
  const status = view && valueAt(view.value, value)
  if (typeof status !== 'string') return undefined
  return <Badge tone={toneOf(status, view?.tones)}>{sentenceCase(statusText(status))}</Badge>
}

/** Whether an answer has what a view shows; a status alone is the badge of the answer. */
function hasContent(view: View, detail: Detail): boolean {
  if (view.view === 'score' && valueAt(view.value, detail.value) === undefined) return false
  if (view.view !== 'status') return itemsAt(view.items, detail) !== undefined
  const hasStrip = view.strip !== undefined && (itemsAt(view.strip.items, detail)?.length ?? 0) > 0
  const hasMeter = view.meters?.some(({ value }) => valueAt(value, detail.value) !== undefined) ?? false
  const hasText = view.text !== undefined && valueAt(view.text, detail.value) !== undefined
  return hasStrip || hasMeter || hasText
}

/** The members of an answer without the status that its badge shows. */
function withoutStatus({ value, schema }: Detail): Detail['value'] {
  const view = schema['x-view']?.find(each => each.view === 'status')
  return Object.fromEntries(Object.entries(value).filter(([name]) => `/${name}` !== view?.value))
}

/** Whether a view would only say that there is nothing to list. */
function isEmptyList(view: View, detail: Detail): boolean {
  const hasMeters = view.view === 'series' && view.meters !== undefined
  return 'items' in view && !hasMeters && view.view !== 'score' && itemsAt(view.items, detail)?.length === 0
}

function OneView({ view, detail }: { readonly view: View; readonly detail: Detail }) {
  switch (view.view) {
    case 'status':
      return <Status view={view} detail={detail} />
    case 'table':
      return <ItemTable view={view} detail={detail} />
    case 'series':
      return (
        <Suspense fallback={<Skeleton lines={8} />}>
          <Series view={view} detail={detail} />
        </Suspense>
      )
    case 'calendar':
      return <Calendar view={view} detail={detail} />
    case 'messages':
      return <Messages view={view} detail={detail} />
    case 'score':
      return <Score view={view} detail={detail} />
    case 'timeline':
      return <Timeline view={view} detail={detail} />
    case 'checklist':
      return <Checklist view={view} detail={detail} />
    case 'cards':
      return <Cards view={view} detail={detail} />
  }
}
