import { useCatalogue } from '../../api/products.js'
import type { UsageReport } from '../../api/shapes.js'
import { refused } from './days.js'

/** What each product was used for: its share as a bar, its counts and its latency. */
export function ProductTable({ report: { products } }: { readonly report: UsageReport }) {
  const catalogue = useCatalogue()
  const titles = new Map(
    catalogue.state === 'ready' ? catalogue.body.products.map(({ slug, title }) => [slug, title]) : []
  )
  const most = Math.max(1, ...products.map(({ calls }) => calls))
  const sorted = products.toSorted((left, right) => right.calls - left.calls)
  return (
    <table className="responsive">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Share</th>
          <th scope="col" className="number">
            Calls
          </th>
          <th scope="col" className="number">
            Failed
          </th>
          <th scope="col" className="number">
            Refused
          </th>
          <th scope="col" className="number">
            Half within
          </th>
          <th scope="col" className="number">
            95 % within
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(figures => (
          <tr key={figures.product}>
            <td data-label="Product">
              <strong>{titles.get(figures.product) ?? figures.product}</strong>
            </td>
            <td data-label="Share">
              <svg className="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className="fill-1" width={(figures.calls / most) * 100} height="8" rx="1" />
              </svg>
            </td>
            <td data-label="Calls" className="number">
              {figures.calls.toLocaleString('en')}
            </td>
            <td data-label="Failed" className="number">
              {figures.errors.toLocaleString('en')}
            </td>
            <td data-label="Refused" className="number">
              {refused(figures).toLocaleString('en')}
            </td>
            <td data-label="Half within" className="number">
              {figures.latencyMs ? `${figures.latencyMs.p50} ms` : '–'}
            </td>
            <td data-label="95 % within" className="number">
              {figures.latencyMs ? `${figures.latencyMs.p95} ms` : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
