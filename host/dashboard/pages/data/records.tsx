import type { ProductSummary } from '@product-host/sdk/client'
import { useDeferredValue, useState } from 'react'
import { type RecordFilter, type RecordKinds, useRecords } from '../../api/data.js'

import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty } from '../../parts/page.js'
import { RecordEntry } from './record-entry.js'

interface RecordsProps {
  readonly slug: string
  /** What people call the product. */
  readonly title: string
  /** All products, to choose another one. */
  readonly products: readonly ProductSummary[]
  readonly choose: (slug: string) => void
}

/** The records of a product, found by their kind and by their text. */
export function Records({ slug, title, products, choose }: RecordsProps) {
  const [typed, setTyped] = useState<RecordFilter>({ prefix: '', search: '', showsInternal: false })
  const filter = useDeferredValue(typed)
  const records = useRecords(slug, filter)
  const kinds = records.data?.pages[0]?.kinds ?? {}
  const count = records.data?.pages.reduce((sum, page) => sum + page.records.length, 0) ?? 0
  return (
    <>
      <Filters slug={slug} products={products} choose={choose} kinds={kinds} filter={typed} change={setTyped} />
      <Card
        title={`Records of ${title}`}
        aside={count > 0 && <span className="quiet">{countText(count, records.hasNextPage)}</span>}
      >
        <Loaded query={records} lines={8}>
          {({ pages }) => {
            const found = pages.flatMap(page => page.records)
            return (
              <>
                {found.length === 0 ? (
                  <NoRecords filter={filter} hasMore={records.hasNextPage} />
                ) : (
                  <ul className="records">
                    {found.map(record => (
                      <RecordEntry key={record.key} slug={slug} record={record} kinds={kinds} />
                    ))}
                  </ul>
                )}
                {records.hasNextPage && (
                  <div className="actions">
                    <Button isBusy={records.isFetchingNextPage} onClick={() => records.fetchNextPage()}>
                      {filter.search === '' ? 'Show more' : 'Search on'}
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </Card>
    </>
  )
}

/** How many records are listed, and whether there are more. */
function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The first ${count}`
  return count === 1 ? '1 record' : `${count} records`
}

interface FiltersProps extends Omit<RecordsProps, 'title'> {
  readonly kinds: RecordKinds
  readonly filter: RecordFilter
  readonly change: (filter: RecordFilter) => void
}

function Filters({ slug, products, choose, kinds, filter, change }: FiltersProps) {
  return (
    <div className="stack tight">
      <div className="filters">
        <label>
          Product
          <select value={slug} onChange={event => choose(event.target.value)}>
            {products.map(product => (
              <option key={product.slug} value={product.slug}>
                {product.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Type
          <select value={filter.prefix} onChange={event => change({ ...filter, prefix: event.target.value })}>
            <option value="">All types</option>
            {Object.entries(kinds).map(([start, { title }]) => (
              <option key={start} value={start}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Search
          <input
            type="search"
            placeholder="Name or text"
            autoComplete="off"
            value={filter.search}
            onChange={event => change({ ...filter, search: event.target.value })}
          />
        </label>
      </div>
      <label className="choice quiet">
        <input
          type="checkbox"
          checked={filter.showsInternal}
          onChange={event => change({ ...filter, showsInternal: event.target.checked })}
        />
        Also show records that the product stores for itself
      </label>
    </div>
  )
}

function NoRecords({ filter, hasMore }: { readonly filter: RecordFilter; readonly hasMore: boolean }) {
  const isFiltered = filter.prefix !== '' || filter.search !== ''
  if (hasMore) return <Empty title="Nothing found so far" />
  return (
    <Empty title={isFiltered ? 'No record fits' : 'No records'}>
      <p className="quiet">
        {isFiltered
          ? nothingFound(filter)
          : 'This product stores nothing for your account yet. What its actions store is listed here.'}
      </p>
    </Empty>
  )
}

/** Why a filter leaves nothing. */
function nothingFound({ prefix, search }: RecordFilter): string {
  if (search === '') return 'There is no record of this type.'
  return prefix === '' ? 'No record contains this text.' : 'No record of this type contains this text.'
}
