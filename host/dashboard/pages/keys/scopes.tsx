import { useId } from 'react'
import { type Fault, faultText } from '../../api/problem.js'
import { useCatalogue } from '../../api/products.js'
import type { ProductSummary } from '../../api/shapes.js'
import { Loaded } from '../../parts/loaded.js'

interface ScopesProps {
  /** The scopes; null for everything. */
  readonly chosen: readonly string[] | null
  readonly choose: (scopes: readonly string[] | null) => void
  readonly faults: readonly Fault[]
}

/** What a key is good for: everything, or some doors of some products. */
export function Scopes({ chosen, choose, faults }: ScopesProps) {
  const catalogue = useCatalogue()
  const name = useId()
  return (
    <fieldset className="stack" aria-describedby={faults.length > 0 ? `${name}-faults` : undefined}>
      <legend className="legend">Good for</legend>
      <label className="choice">
        <input type="radio" name={name} checked={chosen === null} onChange={() => choose(null)} />
        Every product, running actions and changing settings
      </label>
      <label className="choice">
        <input type="radio" name={name} checked={chosen !== null} onChange={() => choose([])} />
        Only what is ticked
      </label>
      {chosen !== null && (
        <Loaded resource={catalogue} lines={6}>
          {({ products }) => <Grid products={products} chosen={chosen} choose={choose} />}
        </Loaded>
      )}
      {faults.length > 0 && (
        <div id={`${name}-faults`} className="faults">
          {faults.map(fault => (
            <p key={fault.code}>{faultText(fault)}</p>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface GridProps {
  readonly products: readonly ProductSummary[]
  readonly chosen: readonly string[]
  readonly choose: (scopes: readonly string[]) => void
}

function Grid({ products, chosen, choose }: GridProps) {
  const box = (slug: string, title: string, door: 'execute' | 'config') => {
    const scope = `${slug}:${door}`
    const isChosen = chosen.includes(scope)
    return (
      <label className="choice">
        <input
          type="checkbox"
          aria-label={`${title}: ${door === 'execute' ? 'run actions' : 'change settings'}`}
          checked={isChosen}
          onChange={() => choose(isChosen ? chosen.filter(each => each !== scope) : [...chosen, scope])}
        />
        <code>{door}</code>
      </label>
    )
  }
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Run actions</th>
            <th scope="col">Settings</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ slug, title, config }) => (
            <tr key={slug}>
              <th scope="row">{title}</th>
              <td>{box(slug, title, 'execute')}</td>
              <td>{config && box(slug, title, 'config')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
