import { Link } from 'wouter'
import { type ActionDescription, useCatalogue, useProduct, useRunWithKey } from '../../api/products.js'
import { useSite } from '../../api/site.js'
import { Button } from '../../parts/button.js'
import { CallExamples, Code } from '../../parts/code.js'
import { Loaded, together } from '../../parts/loaded.js'
import { ErrorNotice } from '../../parts/notice.js'
import { Step } from '../../parts/step.js'

/** The steps to a first response, with the first two actions of the first product. */
export function Quickstart() {
  const catalogue = useCatalogue()
  return (
    <>
      <ol className="steps">
        <Step number={1} title="Get an account, a plan and an API key">
          <p>
            <Link to="/sign-up">Create an account</Link>, start the trial (three days, no card), and create an API key
            under <Link to="/keys">API keys</Link>. It is shown once. Store it in an environment variable:
          </p>
          <Code text="export PRODUCT_HOST_KEY=phk_…" label="The key as a variable of a shell" language="bash" />
        </Step>
      </ol>
      <Loaded query={catalogue} lines={24}>
        {({ products: [first] }) => (first ? <Calls slug={first.slug} /> : <p>This deployment has no products.</p>)}
      </Loaded>
    </>
  )
}

function Calls({ slug }: { readonly slug: string }) {
  return (
    <Loaded query={together(useProduct(slug), useSite())} lines={24}>
      {([product, { demoKey }]) => {
        const actions = product.actions.slice(0, 2).filter(({ examples }) => examples.length > 0)
        return (
          <ol className="steps" start={2}>
            {actions.map(({ name, title, description, examples: [example] }, index) => (
              <Step key={name} number={index + 2} title={index === 0 ? `Make your first call: ${title}` : title}>
                <p className="quiet">{description}</p>
                {example && <CallExamples slug={slug} input={example.input} label={name} />}
              </Step>
            ))}
            {demoKey && (
              <Step number={actions.length + 2} title="Or run both here">
                <DemoRun slug={slug} actions={actions} demoKey={demoKey} />
              </Step>
            )}
          </ol>
        )
      }}
    </Loaded>
  )
}

interface DemoRunProps {
  readonly slug: string
  readonly actions: readonly ActionDescription[]
  readonly demoKey: string
}

/** The published key of the local demo, and a button that runs the quickstart's calls with it. */
function DemoRun({ slug, actions, demoKey }: DemoRunProps) {
  const run = useRunWithKey(slug, demoKey)
  const results = run.data ?? []
  return (
    <>
      <p>This is the local demo. It has a published key, valid on this machine only:</p>
      <Code text={demoKey} label="The demo key" />
      <Button
        tone="primary"
        isBusy={run.isPending}
        onClick={() => run.mutate(actions.map(({ examples }) => examples[0]?.input ?? {}))}
      >
        Run {actions.map(({ title }) => `“${title}”`).join(', then ')}
      </Button>
      <ErrorNotice error={run.error} />
      <p className="visually-hidden" role="status">
        {results.map(({ summary }) => summary).join(' ')}
      </p>
      <div className="stack full">
        {results.map(result => (
          <div key={result.requestId} className="stack tight">
            <p>
              {actions.find(({ name }) => name === result.action)?.title}: {result.summary}
            </p>
            <details>
              <summary>The response as JSON</summary>
              <Code text={JSON.stringify(result, null, 2)} label={`The response of ${result.action}`} canCopy={false} />
            </details>
          </div>
        ))}
      </div>
    </>
  )
}
