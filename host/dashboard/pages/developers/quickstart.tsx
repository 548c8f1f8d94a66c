import { Link } from 'wouter'
import { type ActionDescription, isSafeToRepeat, useCatalogue, useProduct, useRunWithKey } from '../../api/products.js'
import { useDocuments } from '../../api/reference.js'
import { useSite } from '../../api/site.js'
import { Button } from '../../parts/button.js'
import { CallExamples, Code } from '../../parts/code.js'
import { Loaded, together } from '../../parts/loaded.js'
import { ErrorNotice } from '../../parts/notice.js'
import { Step } from '../../parts/step.js'
import { Folded } from './folded.js'
import { actionPath } from './fragments.js'
import { Sequence } from './sequence.js'

/** The steps to a first response, with the first two actions of the first product. */
export function Quickstart() {
  const catalogue = useCatalogue()
  return (
    <>
      <ol className="steps">
        <Step number={1} title="Get an API key">
          <p>
            <Link to="/sign-up">Create an account</Link>, start the free trial of three days under{' '}
            <Link to="/billing">Billing</Link>, and create an API key under <Link to="/keys">API keys</Link>. It is
            shown once. Store it in an environment variable:
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
    <Loaded query={together(useProduct(slug), useDocuments(slug), useSite())} lines={40}>
      {([product, { samples }, { demoKey, hasTrial }]) => {
        const actions = product.actions.slice(0, 2).filter(({ examples }) => examples.length > 0)
        return (
          <>
            <ol className="steps" start={2}>
              {actions.map((action, index) => {
                const { name, title } = action
                const [example] = action.examples
                const sample = samples?.answers[name]
                const input = sample?.input ?? example?.input
                // The answer of a later call depends on those before it.
                const isFirst = index === 0
                return (
                  <Step
                    key={name}
                    number={index + 2}
                    title={isFirst ? `Make your first call: ${title}` : `Then call ${title}`}
                  >
                    <p>
                      {isFirst ? 'This request runs' : 'This one runs'} the action{' '}
                      <Link to={actionPath(slug, name)}>{title}</Link> of {product.title}:
                    </p>
                    {input && <CallExamples slug={slug} input={input} label={name} isSafe={isSafeToRepeat(action)} />}
                    {sample && isFirst && (
                      <>
                        <p>
                          You get this response. <code>latencyMs</code> and <code>requestId</code>, which every response
                          has, are left out:
                        </p>
                        <Code
                          text={JSON.stringify(sample.answer, null, 2)}
                          label={`A sample response of ${name}`}
                          language="json"
                        />
                      </>
                    )}
                    {!isFirst && (
                      <p>
                        Its response has the same form.{' '}
                        <Link to="/developers/guides/requests">Requests and responses</Link> explains it.
                      </p>
                    )}
                  </Step>
                )
              })}
            </ol>
            {demoKey && (
              <>
                <h3>Or run both here, without an account</h3>
                <DemoRun slug={slug} actions={actions} demoKey={demoKey} />
              </>
            )}
            {hasTrial && <Trial />}
          </>
        )
      }}
    </Loaded>
  )
}

function Trial() {
  return (
    <Folded summary="How the trial goes on">
      <Sequence
        label="From the trial to the plan"
        between={['You', 'Host', 'Checkout']}
        steps={[
          { from: 'You', to: 'Checkout', text: 'Start the trial, with or without a payment card' },
          { from: 'Checkout', to: 'Host', text: 'The trial has begun' },
          { from: 'Host', text: 'For three days, you can create keys and run actions' },
          { from: 'Checkout', to: 'Host', text: 'With a card: it was charged, and the plan goes on' },
          { from: 'Host', to: 'You', text: 'Without a card: calls are refused with 402' },
          { from: 'You', to: 'Checkout', text: 'Add a card: the plan begins, and your keys work again' }
        ]}
      />
    </Folded>
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
      <p>
        This is the local demo. It has a published API key, which is valid on this machine only. The button below uses
        this key:
      </p>
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
