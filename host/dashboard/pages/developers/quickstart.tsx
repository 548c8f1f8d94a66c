import { paths } from '../../api/paths.js'
import { useProduct } from '../../api/products.js'
import { useResource } from '../../api/resource.js'
import type { Action, ProductSummary, Site } from '../../api/shapes.js'
import { Code } from '../../parts/code.js'
import { Skeleton } from '../../parts/loaded.js'
import { Tabs } from '../../parts/tabs.js'
import { Link } from '../../router/link.js'
import { curlCall, keyPlace, typescriptCall } from '../../snippets/calls.js'
import { DemoRun } from './demo-run.js'

/** From nothing to a first answer: with the first two actions of the first product. */
export function Quickstart({ products: [first] }: { readonly products: readonly ProductSummary[] }) {
  return first ? <Steps slug={first.slug} /> : <p>No product is served here at the moment.</p>
}

function Steps({ slug }: { readonly slug: string }) {
  const product = useProduct(slug)
  const site = useResource<Site>(paths.site)
  if (product.state !== 'ready' || site.state !== 'ready') return <Skeleton lines={20} />
  const actions = product.body.actions.slice(0, 2).filter(({ examples }) => examples.length > 0)
  const { demoKey } = site.body
  return (
    <>
      {demoKey && <DemoRun slug={slug} actions={actions} demoKey={demoKey} />}
      <ol className="steps">
        <li>
          <span className="step-mark" aria-hidden="true">
            1
          </span>
          <div className="step-body">
            <strong>Get an account, a plan and a key</strong>
            <p>
              <Link to="/sign-up">Sign up</Link>, start the trial (three days, no card), and create a key under{' '}
              <Link to="/keys">API keys</Link>. It is shown once. Put it where your programs find it:
            </p>
            <Code text="export PRODUCT_HOST_KEY=phk_…" label="The key as a variable of a shell" canCopy={false} />
          </div>
        </li>
        {actions.map((action, index) => (
          <Step key={action.name} number={index + 2} slug={slug} action={action} />
        ))}
      </ol>
    </>
  )
}

function Step({ number, slug, action }: { readonly number: number; readonly slug: string; readonly action: Action }) {
  const [example] = action.examples
  if (!example) return null
  return (
    <li>
      <span className="step-mark" aria-hidden="true">
        {number}
      </span>
      <div className="step-body">
        <strong>{action.title}</strong>
        <p className="quiet">{action.description}</p>
        <Tabs
          label={`Ways to call ${action.name}`}
          tabs={[
            {
              name: 'curl',
              content: <Code text={curlCall(slug, example.input, keyPlace)} label={`${action.name} by curl`} />
            },
            {
              name: 'TypeScript',
              content: <Code text={typescriptCall(slug, example.input)} label={`${action.name} in TypeScript`} />
            }
          ]}
        />
      </div>
    </li>
  )
}
