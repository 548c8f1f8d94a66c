import { Fragment } from 'react'
import { Link, useParams } from 'wouter'
import { hasCode } from '../../../api/problem.js'
import { type ProductDescription, useProduct } from '../../../api/products.js'
import { type ProductDocuments, useDocuments } from '../../../api/reference.js'
import { useSite } from '../../../api/site.js'
import { Code } from '../../../parts/code.js'
import { ProductGlyph } from '../../../parts/glyph.js'
import { Loaded } from '../../../parts/loaded.js'
import { Notice } from '../../../parts/notice.js'
import { Badge, Identified } from '../../../parts/values.js'
import { wholeWords } from '../../../parts/whole-words.js'
import { nameInWords } from '../../../views/words.js'
import { NotFound } from '../../not-found.js'
import { Anchored } from '../anchored.js'
import { DefinitionTable } from '../definition-table.js'
import { EventReference } from '../event-reference.js'
import { EventTable } from '../event-table.js'
import { Folded } from '../folded.js'
import { actionPath, linksOf, settingId } from '../fragments.js'
import { firstSentence, ProductChanges } from '../product-changes.js'
import { LeadToCome, ReferencePage } from '../reference-page.js'
import { settingRows } from '../schema-rows.js'
import { FieldTable } from './field-table.js'

/** `/developers/products/{slug}`: how to call a product, its actions, settings, webhooks and changes. */
export function ProductReference() {
  const { slug = '' } = useParams()
  const product = useProduct(slug)
  const documents = useDocuments(slug)
  if (hasCode(product.error, 'unknown_product')) return <NotFound />
  const { data } = product
  return (
    <ReferencePage
      title={data?.title ?? nameInWords(slug)}
      glyph={<ProductGlyph slug={slug} isTile />}
      lead={data?.description ?? <LeadToCome />}
      sections={data ? linksOf(data, documents.data) : []}
    >
      <Loaded query={product} lines={40}>
        {description => (
          <Loaded query={documents} lines={40}>
            {own => <Sections product={description} documents={own} />}
          </Loaded>
        )}
      </Loaded>
    </ReferencePage>
  )
}

interface SectionsProps {
  readonly product: ProductDescription
  readonly documents: ProductDocuments
}

function Sections({ product, documents }: SectionsProps) {
  const { slug, title, availability, actions, config, webhookEvents } = product
  const { samples, development, digest } = documents
  const webhooks = samples?.webhooks ?? []
  return (
    <>
      {development && <Development {...development} />}
      <div className="stack">
        <Code
          text={`POST ${location.origin}/api/v1/products/${slug}/execute`}
          copiedText={`${location.origin}/api/v1/products/${slug}/execute`}
          label={`The address of ${title}`}
        />
        <div className="row">
          {availability.waitlist && (
            <>
              <Badge tone="info">Needs a {availability.requires.join(' and a ').replaceAll('_', ' ')}</Badge>
              <p className="quiet">
                This product needs a payment card, even during the trial. Add one under{' '}
                <Link to="/billing">Billing</Link>; until then, the response is 403{' '}
                <Link to="/developers/guides/errors#code-waitlisted">
                  <code>waitlisted</code>
                </Link>
                .
              </p>
            </>
          )}
          <ul className="bullets quiet">
            <li>
              Send every action to this URL with <code>POST</code>, its name as <code>action</code> in the body, and{' '}
              <Link to="/developers#quickstart">your API key</Link>.
            </li>
            <li>
              Send a new{' '}
              <Link to="/developers/guides/retries">
                <code>Idempotency-Key</code>
              </Link>{' '}
              with each request. If you repeat a request with the same value, an action that has responded with 200 does
              not run again.
            </li>
          </ul>
        </div>
      </div>
      <section className="card" aria-labelledby="actions">
        <Anchored id="actions" level={2} name="Actions" />
        <ActionTable product={product} />
      </section>
      <section className="card" aria-labelledby="errors">
        <Anchored id="errors" level={2} name="Errors" />
        <p>
          The guide <Link to="/developers/guides/errors">Errors</Link> says what to do about an error that all actions
          have in common. The expected failures of an action are on its page.
        </p>
        <Folded summary="All error codes, by status">
          <CommonErrors />
        </Folded>
      </section>
      {config.settingsSchema && (
        <section className="card" aria-labelledby="settings">
          <Anchored id="settings" level={2} name="Settings" />
          <p>
            Read and save them with <code>GET</code> and <code>PUT /api/v1/products/{slug}/config</code>, or{' '}
            <Link to={`/products/${slug}/config`}>in the dashboard</Link>. Every value is text.
          </p>
          <FieldTable
            rows={settingRows(config.settingsSchema)}
            label={`Settings of ${title}`}
            idOf={settingId}
            product={product}
          />
        </section>
      )}
      {(webhookEvents.length > 0 || webhooks.length > 0) && (
        <section className="card" aria-labelledby="webhooks">
          <Anchored id="webhooks" level={2} name="Webhooks" />
          <p>
            <Link to="/developers/guides/webhooks">Webhooks</Link> says how to verify them and when they are sent again.
          </p>
          <EventTable products={[product]} label={`Events of ${title}`} />
          {webhooks.length > 0 && (
            <p>
              The requests below were recorded in a test with a sample secret. Their bodies are shown on several lines,
              so that their signatures do not match.
            </p>
          )}
          <EventReference product={product} documents={documents} />
        </section>
      )}
      <section className="card" aria-labelledby="changes">
        <Anchored id="changes" level={2} name="Changes" />
        <ProductChanges
          documents={documents}
          actions={actions}
          idOf={(each, part) => (part ? `${part}-${each}` : `version-${each}`)}
        />
        <Identified id={digest}>Fingerprint of the contract, by which programs see that it changed</Identified>
      </section>
    </>
  )
}

/** The actions of a product: a link to the page of each, its name, and what it does. */
function ActionTable({ product }: { readonly product: ProductDescription }) {
  return (
    <table className="responsive definitions labelled" aria-label={`Actions of ${product.title}`}>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {product.actions.map(({ name, title, description }) => (
          <tr key={name}>
            <td data-label="Action">
              <span>
                <Link to={actionPath(product.slug, name)}>{title}</Link>
                <code className="action-name">{name}</code>
              </span>
            </td>
            <td data-label="What it does">{wholeWords(firstSentence(description))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The error codes that a client of the API can get, by status. */
function CommonErrors() {
  return (
    <Loaded query={useSite()} lines={12}>
      {({ problems }) => {
        const byStatus = Map.groupBy(
          problems.filter(({ isOfApi }) => isOfApi),
          ({ status }) => status
        )
        return (
          <DefinitionTable
            label="Error codes by status"
            columns={['Status', 'Codes']}
            rows={[...byStatus].map(([status, own]) => [
              String(status),
              own.map(({ code, title }, index) => (
                <Fragment key={code}>
                  {index > 0 && ', '}
                  <Link to={`/developers/guides/errors#code-${code}`} title={title}>
                    <code>{code}</code>
                  </Link>
                </Fragment>
              ))
            ])}
          />
        )
      }}
    </Loaded>
  )
}

/** What the author of the product still has to do. */
function Development({ missingTitles, failure }: NonNullable<ProductDocuments['development']>) {
  return (
    <>
      {failure !== undefined && (
        <Notice tone="danger" title="The examples could not be run">
          <p>{failure}</p>
        </Notice>
      )}
      {missingTitles.length === 0 ? (
        <Notice tone="good" title="Every field has a title" />
      ) : (
        <Notice tone="warning" title={`${missingTitles.length} fields have no title for people`}>
          <ul className="bullets">
            {missingTitles.map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
