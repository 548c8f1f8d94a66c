import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { useOpenApiBytes } from '../../api/reference.js'
import { useSite } from '../../api/site.js'
import { Loaded } from '../../parts/loaded.js'
import { wholeWords } from '../../parts/whole-words.js'
import { Anchored } from './anchored.js'
import { Calls } from './calls.js'
import { Connect } from './connect.js'
import { actionId, overviewSections } from './fragments.js'
import { guides } from './guides/guides.js'
import { Quickstart } from './quickstart.js'
import { ReferencePage } from './reference-page.js'

/** How to call this host from a program: the first page of the reference. */
export function Developers() {
  const catalogue = useCatalogue()
  useMovedFragments()
  return (
    <ReferencePage
      title="For developers"
      lead="Call every product the same way: one URL pattern, one request format, one error format."
      aside={<OpenApiLink />}
      sections={overviewSections.map(([id, title]) => [id, title])}
    >
      <Section id="quickstart">
        <Quickstart />
      </Section>
      <Section id="connect">
        <Connect />
      </Section>
      <Section id="calls">
        <Calls />
      </Section>
      <Section id="products">
        <Loaded query={catalogue} lines={12}>
          {({ products }) => (
            <dl className="reference-links">
              {products.map(({ slug, title, description }) => (
                <div key={slug}>
                  <dt>
                    <Link to={`/developers/products/${slug}`}>{title}</Link> <code>{slug}</code>
                  </dt>
                  <dd>{wholeWords(description)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
      </Section>
      <Section id="guides">
        <dl className="reference-links">
          {guides.map(({ slug, title, about }) => (
            <div key={slug}>
              <dt>
                <Link to={`/developers/guides/${slug}`}>{title}</Link>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="limits">
        <Limits />
      </Section>
      <Section id="downloads">
        <Downloads />
      </Section>
    </ReferencePage>
  )
}

interface SectionProps {
  readonly id: (typeof overviewSections)[number][0]
  readonly children: React.ReactNode
}

function Section({ id, children }: SectionProps) {
  const name = overviewSections.find(section => section[0] === id)?.[1] ?? id
  return (
    <section className="card" aria-labelledby={id}>
      <Anchored id={id} level={2} name={name} />
      {children}
    </section>
  )
}

function OpenApiLink() {
  return (
    <a className="button" href="/openapi.json">
      Download the OpenAPI file
    </a>
  )
}

/** The limits of this deployment. */
function Limits() {
  const site = useSite()
  return (
    <Loaded query={site} lines={6}>
      {({ limits: { key, account, atOnce, bodyBytes } }) => (
        <>
          <dl className="details">
            <dt>An API key</dt>
            <dd>
              {key.requests.toLocaleString('en')} requests in {key.seconds} seconds
            </dd>
            <dt>An account</dt>
            <dd>
              {account.requests.toLocaleString('en')} requests in {account.seconds} seconds, and {atOnce} running
              actions at the same time
            </dd>
            <dt>A body</dt>
            <dd>At most {bodyBytes / 1024} KiB, with at most 32 levels of nested JSON</dd>
            <dt>Time limit of an action</dt>
            <dd>See the page of its product</dd>
          </dl>
          <p>
            In every response to a request with an API key, the header <code>RateLimit</code> says how many requests are
            left, and <code>RateLimit-Policy</code> the limit and its time in seconds. Above the limit, the response is
            429 with the header <code>Retry-After</code>.
          </p>
        </>
      )}
    </Loaded>
  )
}

function Downloads() {
  const bytes = useOpenApiBytes()
  return (
    <dl className="reference-links">
      <div>
        <dt>
          <a href="/openapi.json">openapi.json</a>
          {bytes.data ? <span className="quiet"> {Math.ceil(bytes.data / 1024)} KiB to download</span> : null}
        </dt>
        <dd>Every route and every schema as OpenAPI 3.1, for generators of clients and for tools such as Postman.</dd>
      </div>
      <div>
        <dt>
          <a href="/agent.md">agent.md</a>
        </dt>
        <dd>What an agent needs to know to use this host, in plain text.</dd>
      </div>
      <div>
        <dt>
          <a href="/llms.txt">llms.txt</a>
        </dt>
        <dd>The addresses of all documents, for language models.</dd>
      </div>
    </dl>
  )
}

/** Links to fragments of this page whose content has a page of its own now lead there. */
function useMovedFragments(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const to = movedTo(location.hash.slice(1))
    if (to !== undefined) navigate(to, { replace: true })
  }, [navigate])
}

function movedTo(fragment: string): string | undefined {
  if (fragment === 'errors' || fragment === 'webhooks') return `/developers/guides/${fragment}`
  const [kind, slug, name] = /^(product|action)-(.+?)(?:-([a-z0-9_]+))?$/.exec(fragment)?.slice(1) ?? []
  if (kind === 'product') return `/developers/products/${fragment.slice('product-'.length)}`
  if (kind === 'action' && slug && name) return `/developers/products/${slug}#${actionId(name)}`
  return undefined
}
