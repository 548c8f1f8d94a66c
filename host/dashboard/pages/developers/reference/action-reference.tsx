import type { Action, Schema } from '../../../api/shapes.js'
import { Badge } from '../../../parts/badge.js'
import { Code } from '../../../parts/code.js'
import { Link } from '../../../router/link.js'
import { curlCall, keyPlace } from '../../../snippets/calls.js'
import { FieldTable } from './field-table.js'
import { rowsOf } from './schema-rows.js'

const effects = { read: 'reads', write: 'writes', external: 'reaches beyond this host' } as const

/** One action: what it takes, what it gives, and how it may end badly. */
export function ActionReference({ slug, action }: { readonly slug: string; readonly action: Action }) {
  const { name, title, description, effect, inputSchema, outputSchema, examples, limits, errors } = action
  const [example] = examples
  return (
    <details className="reference" id={`action-${slug}-${name}`}>
      <summary>
        <code>{name}</code> {title}
      </summary>
      <div className="stack">
        <p>{description}</p>
        <p className="row">
          <Badge>{effects[effect]}</Badge>
          <Badge>deadline {limits.timeoutMs / 1000} s</Badge>
          <Link to={`/products/${slug}?action=${name}`}>Try it</Link>
        </p>
        <h3>What it takes</h3>
        <FieldTable rows={rowsOf(inputSchema)} label={`Fields of ${name}`} />
        {example && <Code text={curlCall(slug, example.input, keyPlace)} label={`A call of ${name}`} />}
        <h3>What it gives</h3>
        <FieldTable rows={answerRows(outputSchema)} label={`Answer of ${name}`} />
        {errors.length > 0 && (
          <>
            <h3>How it may end badly</h3>
            <dl className="facts">
              {errors.map(({ code, description: meaning }) => (
                <div key={code} className="pair">
                  <dt>
                    <code>{code}</code>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </details>
  )
}

/** The parts of a good answer that are the action's own. */
function answerRows({ oneOf = [] }: Schema) {
  const good = oneOf.find(({ properties }) => properties?.ok?.const === true)?.properties ?? {}
  const { metrics = {}, detail = {} } = good
  return [...rowsOf(metrics, 'metrics.'), ...rowsOf(detail, 'detail.')]
}
