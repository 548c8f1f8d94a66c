import { Link } from 'wouter'
import { type AppQuestion, useAnswerApp, useAppQuestion } from '../../api/apps.js'
import { ProblemError } from '../../api/problem.js'
import { Button } from '../../parts/button.js'
import { ProductGlyph } from '../../parts/glyph.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { SignedInAs } from '../sign-in/signed-in-as.js'

/** Asks whether an app may act for the account; the app has sent the browser here (OAuth). */
export function Connect() {
  const query = location.search.slice(1)
  const question = useAppQuestion(query)
  const { data, error } = question
  if (error instanceof ProblemError && error.body.status === 400) return <NoQuestion reason={error.message} />
  return (
    <Page
      title={data && 'client' in data ? `Connect “${data.client.name}” to your account?` : 'Connect an app'}
      lead={<SignedInAs />}
      isForm
    >
      <div className="card">
        <Loaded query={question} lines={10}>
          {found =>
            'redirectTo' in found ? <Refused address={found.redirectTo} /> : <Question {...found} query={query} />
          }
        </Loaded>
      </div>
    </Page>
  )
}

/** What the page shows that no app has opened, or one with a request that cannot be answered. */
function NoQuestion({ reason }: { readonly reason: string }) {
  const isOpenedByHand = location.search === ''
  return (
    <Page
      title="No app to connect"
      lead={
        isOpenedByHand
          ? 'An app opens this page when it asks for access to your account. Start in the app.'
          : 'The app has opened this page with a request that is not valid. Nothing was connected. Start again in the app.'
      }
      isForm
    >
      <div className="actions">
        <Link to="/developers/guides/agents" className="button primary">
          How to connect
        </Link>
        <Link to="/" className="button">
          Home
        </Link>
      </div>
      {!isOpenedByHand && (
        <details className="quiet">
          <summary>What to tell the makers of the app</summary>
          <p>{reason}</p>
        </details>
      )}
    </Page>
  )
}

function Question({ client, destination, products, resource, query }: AppQuestion & { readonly query: string }) {
  const answer = useAnswerApp(query)
  const decide = (allow: boolean) => answer.mutate(allow, { onSuccess: redirectTo => location.assign(redirectTo) })
  if (answer.data !== undefined)
    return (
      <Notice tone="good" title="Continue in the app">
        <p>You can close this page.</p>
      </Notice>
    )
  return (
    <>
      <div className="stack tight">
        <strong>The app will be able to</strong>
        <ul className="allowed">
          <li>
            use {productText(products)}
            {products.length > 0 && (
              <span className="glyphs">
                {products.map(({ slug }) => (
                  <ProductGlyph key={slug} slug={slug} />
                ))}
              </span>
            )}
          </li>
          <li>
            read, change and delete the data {products.length === 1 ? 'that it stores' : 'that products store'} for you
          </li>
          <li>make calls that count towards the limits of your plan</li>
        </ul>
      </div>
      <div className="stack tight">
        <strong>It will not be able to</strong>
        <ul className="refused">
          <li>see or change your password, your API keys, your plan or your card</li>
        </ul>
      </div>
      <p className="quiet">
        Access goes only to {destinationText(destination)}. You can disconnect it at any time under API keys.
      </p>
      {client.verifiedHost === null ? (
        <Notice tone="warning" title="We could not verify this app">
          <p>It chose the name “{client.name}” itself. Connect it only if you have just asked it to connect.</p>
        </Notice>
      ) : (
        <p>
          Published by <strong>{client.verifiedHost}</strong>. Connect it only if you have just asked it to connect.
        </p>
      )}
      <ErrorNotice error={answer.error} />
      <div className="actions">
        <Button isBusy={answer.isPending && answer.variables === false} onClick={() => decide(false)}>
          Do not connect
        </Button>
        <Button tone="primary" isBusy={answer.isPending && answer.variables === true} onClick={() => decide(true)}>
          Connect
        </Button>
      </div>
      <details className="quiet">
        <summary>Technical details</summary>
        <p>
          Address: <code>{resource}</code>
        </p>
      </details>
    </>
  )
}

/** Who gets access, in a sentence. */
function destinationText(destination: string): string {
  return destination === 'this computer' ? 'the app on this device that asked for it' : destination
}

function Refused({ address }: { readonly address: string }) {
  return (
    <>
      <Notice tone="warning" title="The app asked for something that this service does not offer">
        <p>Nothing was connected. Go back to the app and start again there.</p>
      </Notice>
      <div className="actions">
        <Button tone="primary" onClick={() => location.assign(address)}>
          Back to the app
        </Button>
      </div>
    </>
  )
}

function productText(products: AppQuestion['products']): string {
  if (products.length === 0) return 'every product'
  return new Intl.ListFormat('en').format(products.map(({ title }) => title))
}
