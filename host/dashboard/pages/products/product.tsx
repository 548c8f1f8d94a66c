import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { type Call, retryCall, startCall, stopCall, typeInput, useActionState } from '../../api/action-state.js'
import { hasCode, isRetryable, issuesOf, ProblemError } from '../../api/problem.js'
import {
  type ActionDescription,
  type ActionExample,
  isSafeToRepeat,
  type JsonSchema,
  membersOf,
  type ProductDescription,
  useAccess,
  useProduct,
  valuesFirst
} from '../../api/products.js'
import { useStartRun } from '../../api/runs.js'
import { planInput } from '../../forms/field-plan.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { filledMembers } from '../../forms/values.js'
import { Button } from '../../parts/button.js'
import { CallExamples } from '../../parts/code.js'
import { Glyph, ProductGlyph } from '../../parts/glyph.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { ErrorNotice } from '../../parts/notice.js'
import { Card, Page } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { Badge } from '../../parts/values.js'
import { nameInWords } from '../../views/words.js'
import { NotFound } from '../not-found.js'
import { NewSchedule } from '../runs/schedule-dialog.js'
import { AccessBadge, AccessNotice } from './access.js'
import { Answer, Waiting } from './answer.js'
import { EffectBadge } from './effect.js'
import { ProductHome } from './product-home.js'

/** One product: whether the account may run it, and a form for each of its actions. */
export function Product() {
  const { slug = '' } = useParams()
  const product = useProduct(slug)
  const access = useAccess(slug)
  if (hasCode(product.error, 'unknown_product')) return <NotFound />
  if (!product.data || access.isPending)
    return (
      <Page title={nameInWords(slug)} glyph={<ProductGlyph slug={slug} isTile />}>
        <Loaded query={product} lines={14}>
          {() => <Skeleton lines={14} />}
        </Loaded>
      </Page>
    )
  const { title, description, version, config, hooks = [] } = product.data
  return (
    <Page
      isWide
      title={title}
      glyph={<Glyph of={product.data} isTile />}
      lead={description}
      aside={
        <div className="row">
          <AccessBadge slug={slug} />
          <span className="quiet">
            {config.supported && (
              <>
                <Link to={`/products/${slug}/config`}>Settings</Link> ·{' '}
              </>
            )}
            {hooks.length > 0 && (
              <>
                <Link to={`/hooks?product=${slug}`}>Hooks</Link> ·{' '}
              </>
            )}
            <Link to={`/developers/products/${slug}`}>Reference</Link> · Version {version}
          </span>
        </div>
      }
    >
      <AccessNotice slug={slug} />
      <Actions product={product.data} />
    </Page>
  )
}

/** The home of a product, if it has one that the account may see, or a chosen action; and the way to the others. */
function Actions({ product: { slug, actions, home: parts } }: { readonly product: ProductDescription }) {
  const home = useAccess(slug).data?.allowed === false ? undefined : parts
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const chosen = actions.find(({ name }) => name === search.get('action')) ?? (home ? undefined : actions[0])
  if (!chosen && !home) return null
  const places = [
    ...(home ? [{ path: `/products/${slug}`, title: 'Home', isCurrent: !chosen }] : []),
    ...actions.map(({ name, title }) => ({
      path: `/products/${slug}?action=${name}`,
      title,
      isCurrent: name === chosen?.name
    }))
  ]
  return (
    <>
      {places.length > 1 && (
        <label className="action-choice">
          Action
          <select
            value={places.find(({ isCurrent }) => isCurrent)?.path}
            onChange={event => navigate(event.target.value)}
          >
            {places.map(({ path, title }) => (
              <option key={path} value={path}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <nav aria-label="Actions" className="choices">
        {places.map(({ path, title, isCurrent }) => (
          <Link key={path} to={path} aria-current={isCurrent ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {chosen ? (
        <ActionPanel key={chosen.name} slug={slug} action={chosen} />
      ) : (
        home && <ProductHome slug={slug} titles={home} />
      )}
    </>
  )
}

/** The values of the buttons that start an action as a run, and that make a schedule of it. */
const background = 'background'
const onSchedule = 'schedule'

interface ActionPanelProps {
  readonly slug: string
  readonly action: ActionDescription
}

/** An action in two panes: its form, and its answer with the same call from a program. */
function ActionPanel({ slug, action }: ActionPanelProps) {
  const { name, inputSchema } = action
  const examples = useMemo(() => valuesFirst(action.examples), [action])
  const fields = useMemo(() => planInput(inputSchema), [inputSchema])
  const { data = membersOf(examples[0]), call } = useActionState(slug, name)
  const isAllowed = useAccess(slug).data?.allowed !== false
  const body = { action: name, ...filledMembers(data) }
  const [replaced, setReplaced] = useState<typeof data>()
  const isTyped =
    Object.keys(filledMembers(data)).length > 0 &&
    !examples.some(example => isSame(membersOf(example), filledMembers(data)))
  const replace = (next: typeof data) => {
    setReplaced(isTyped ? data : undefined)
    typeInput(slug, name, next)
  }
  const isRunning = call !== undefined && !call.response && !call.error
  const [, navigate] = useLocation()
  const start = useStartRun(slug)
  const [isScheduling, setScheduling] = useState(false)
  const run = (button: string) => {
    if (isRunning || start.isPending) return
    start.reset()
    if (button === onSchedule) setScheduling(true)
    else if (button === background) start.mutate(body, { onSuccess: ({ id }) => navigate(`/runs/${id}`) })
    else startCall(slug, name, body)
  }
  const refusal = start.error ?? call?.error
  const issues = useMemo(() => issuesOf(refusal ?? null), [refusal])
  const answer = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const endedAt = call?.response ?? call?.error
  // A form with marked fields has shown the first of them.
  useEffect(() => {
    if (endedAt && issues.length === 0) scrollIntoView(answer.current)
  }, [endedAt, issues])
  return (
    <div ref={panel} className="columns panes">
      <Card title={action.title} aside={<EffectBadge effect={action.effect} />}>
        <p className="quiet">{withQuotes(action.description)}</p>
        <Examples examples={examples} filled={filledMembers(data)} fill={example => replace(membersOf(example))} />
        {replaced && (
          <p className="row quiet" role="status">
            What you typed was replaced.
            <button
              type="button"
              className="small"
              onClick={() => {
                setReplaced(undefined)
                typeInput(slug, name, replaced)
              }}
            >
              Bring it back
            </button>
          </p>
        )}
        {fields.length > 0 &&
          Object.keys(filledMembers(data)).length === 0 &&
          examples.some(each => Object.keys(membersOf(each)).length === 0) && (
            <p className="quiet">It runs with an empty form.</p>
          )}
        <SchemaForm
          fields={fields}
          definitions={inputSchema.$defs}
          slug={slug}
          data={data}
          change={next => {
            setReplaced(undefined)
            typeInput(slug, name, next)
          }}
          submit={run}
          issues={issues}
          featured={featuredFields(inputSchema, examples)}
        >
          <ErrorNotice error={start.error} shown={issues.map(({ pointer }) => pointer)}>
            {hasCode(start.error, 'unreachable') && (
              <p>
                The run may have been started: see <Link to="/runs">Runs</Link>.
              </p>
            )}
          </ErrorNotice>
          <div className="actions form-foot">
            <Button type="submit" tone={isAllowed ? 'primary' : 'plain'} isBusy={isRunning}>
              Run
            </Button>
            <Button type="submit" value={background} isBusy={start.isPending}>
              Run in the background
            </Button>
            <Button type="submit" value={onSchedule}>
              Run on a schedule
            </Button>
            {fields.length > 0 && (
              <Button onClick={() => replace({})}>
                Clear<span className="visually-hidden"> the form</span>
              </Button>
            )}
          </div>
        </SchemaForm>
      </Card>
      {isScheduling && (
        <NewSchedule
          what={{ product: slug, action: name, input: filledMembers(data) }}
          suggestedName={action.title}
          show={({ id }) => navigate(`/schedules/${id}`)}
          close={() => setScheduling(false)}
        />
      )}
      <div className="stack pane">
        <div ref={answer} className="stack answer">
          <AnswerPane
            slug={slug}
            action={action}
            call={call}
            body={body}
            retry={() => {
              retryCall(slug, name)
              panel.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
            }}
          />
        </div>
        <Card
          title="The same call from a program"
          aside={<Link to={`/developers/products/${slug}/${name}`}>Reference of this action</Link>}
        >
          <CallExamples slug={slug} input={body} label="The call" isSafe={isSafeToRepeat(action)} />
          <p className="quiet">
            It reads your API key from the variable <code>PRODUCT_HOST_KEY</code>.{' '}
            <Link to="/keys?new">Create an API key</Link>
          </p>
        </Card>
      </div>
    </div>
  )
}

interface AnswerPaneProps extends ActionPanelProps {
  readonly call: Call | undefined
  /** What the form would send now. */
  readonly body: ActionExample['input']
  /** Sends a call that failed again. */
  readonly retry: () => void
}

function AnswerPane({ slug, action, call, body, retry }: AnswerPaneProps) {
  if (!call)
    return (
      <Card title="Answer">
        <p className="quiet">Run the action to see its answer here.</p>
      </Card>
    )
  const { response, error, startedAt } = call
  if (response) {
    const isStale = !('confirmation' in call.body) && JSON.stringify(call.body) !== JSON.stringify(body)
    const confirm = (confirmation: string) => startCall(slug, action.name, { action: action.name, confirmation })
    return <Answer response={response} action={action} input={call.body} isStale={isStale} confirm={confirm} />
  }
  if (!error)
    return (
      <Waiting startedAt={startedAt} longestMs={action.limits.timeoutMs} stop={() => stopCall(slug, action.name)} />
    )
  const status = error instanceof ProblemError ? error.body.status : 0
  const [outcome, tone] = outcomeOf(status)
  return (
    <Card title="Answer" aside={<Badge tone={tone}>{outcome}</Badge>}>
      <ErrorNotice error={error} isCall shown={issuesOf(error).map(({ pointer }) => pointer)}>
        {status === 0 && <p>The action may have run. Trying again does not run it a second time.</p>}
        {isRetryable(error) && <Button onClick={retry}>Try again</Button>}
      </ErrorNotice>
    </Card>
  )
}

/** What is known of a call that has no answer, by the status of the response; 0 where there was none. */
function outcomeOf(status: number): readonly [text: string, tone: 'warning' | 'danger'] {
  if (status === 0) return ['No answer', 'warning']
  return [status < 500 ? 'Not run' : 'Failed', 'danger']
}

interface ExamplesProps {
  readonly examples: readonly ActionExample[]
  /** What the form has now: the example that it shows is marked. */
  readonly filled: Readonly<Record<string, unknown>>
  readonly fill: (example: ActionExample) => void
}

function Examples({ examples, filled, fill }: ExamplesProps) {
  if (examples.length < 2) return null
  return (
    <fieldset className="row">
      <legend className="legend">Fill in an example</legend>
      {examples.map(example => (
        <button
          key={example.title}
          type="button"
          className="small"
          aria-pressed={isSame(membersOf(example), filled)}
          onClick={() => fill(example)}
        >
          {example.title}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether two inputs have the same members, in whatever order. */
function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const sorted = (input: typeof one) => JSON.stringify(Object.entries(input).sort())
  return sorted(one) === sorted(other)
}

/** How many fields are shown first if none is required or in the first example. */
const firstFields = 4

/** The required fields and those of the first example: the form shows them first. */
function featuredFields(inputSchema: JsonSchema, examples: readonly ActionExample[]): readonly string[] {
  const used = [...(inputSchema.required ?? []), ...Object.keys(membersOf(examples[0]))]
  const featured = [...new Set(used)].filter(name => name !== 'action')
  const all = Object.keys(inputSchema.properties ?? {}).filter(name => name !== 'action')
  return featured.length > 0 ? featured : all.slice(0, firstFields)
}

function scrollIntoView(element: HTMLElement | null): void {
  const top = element?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 2) element?.scrollIntoView({ block: 'start' })
}
