import { Link } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { useOpenApiBytes } from '../../api/reference.js'
import { Loaded } from '../../parts/loaded.js'
import { wholeWords } from '../../parts/whole-words.js'
import { Anchored } from './anchored.js'
import { overviewSections, productPath } from './fragments.js'
import { guides } from './guides/guides.js'
import { Quickstart } from './quickstart.js'
import { ReferencePage } from './reference-page.js'
import { tasks } from './tasks.js'

/** The first page of the reference: the quickstart, and the list of everything else. */
export function Developers() {
  const catalogue = useCatalogue()
  return (
    <ReferencePage
      title="Developers"
      lead="Call every product the same way: one URL pattern, one request format, one error format."
      aside={<OpenApiLink />}
      sections={overviewSections.map(([id, name]) => ({ to: `#${id}`, name }))}
    >
      <Section id="quickstart">
        <Quickstart />
      </Section>
      <Section id="products">
        <p>The slug beside a name identifies the product in requests.</p>
        <Loaded query={catalogue} lines={12}>
          {({ products }) => (
            <dl className="reference-links">
              {products.map(({ slug, title, description }) => (
                <div key={slug}>
                  <dt>
                    <Link to={productPath(slug)}>{title}</Link> <code>{slug}</code>
                  </dt>
                  <dd>{wholeWords(description)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
      </Section>
      <Section id="tasks">
        <dl className="reference-links">
          {tasks.map(({ title, to, about }) => (
            <div key={title}>
              <dt>
                <Link to={to}>{title}</Link>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
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
