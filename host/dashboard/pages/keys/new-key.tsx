import type { ProductSummary } from '@product-host/sdk/client'
import { useId, useState } from 'react'
import { type ApiKey, useCreateKey, useKeys, webhooksScope } from '../../api/keys.js'
import { hasCode, issuesOf } from '../../api/problem.js'
import { useCatalogue } from '../../api/products.js'
import { issueSentence } from '../../forms/sentences.js'
import { Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form, Issues } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { Table } from '../../parts/table.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { BudgetFields, type BudgetIssues, budgetFrom, textsOf } from '../budgets/budget-fields.js'
import { CheckoutButton } from '../plan.js'
import { beingCreated, CreatedKey } from './created-key.js'

/** The dialog that creates a key, on every page that offers to: first its form, then the key, this one time. */
export function NewKey({ close }: { readonly close: () => void }) {
  const keys = useKeys()
  const create = useCreateKey()
  const [created, setCreated] = useState<ApiKey>()
  const all = keys.data?.pages.flatMap(page => page.keys) ?? []
  if (created) return <CreatedKey created={created} close={close} />
  return (
    <Dialog title="Create a key" close={close} isBusy={create.isPending}>
      <CreateKey create={create} suggestedName={suggestedName(all)} show={setCreated} cancel={close} />
    </Dialog>
  )
}

/** A name for the next key, so that nobody has to think of one. */
function suggestedName(keys: readonly ApiKey[]): string {
  return keys.length === 0 ? 'My first key' : `Key ${keys.length + 1}`
}

const dayMs = 24 * 60 * 60 * 1000

const lifetimes = [
  [0, 'Does not expire'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year']
] as const

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** A lifetime with its last day. */
function lifetimeText(days: number, text: string): string {
  return days === 0 ? text : `${text}, on ${day.format(Date.now() + days * dayMs)}`
}

/** As many characters as the host accepts. */
const maxNameLength = 100

function tooLong(length: number): string {
  return `Enter at most ${maxNameLength} characters. The name has ${length}.`
}

const nameField: FieldOptions = {
  label: 'Name',
  hint: 'The program that will use the key, such as “nightly import”.',
  autoComplete: 'off',
  missing: 'Enter a name.',
  refusesBlanks: true,
  check: name => (name.length > maxNameLength ? tooLong(name.length) : undefined)
}

interface CreateKeyProps {
  readonly create: ReturnType<typeof useCreateKey>
  readonly suggestedName: string
  readonly show: (key: ApiKey) => void
  readonly cancel: () => void
}

/** Creates a key with a name, scopes and a lifetime. */
function CreateKey({ create, suggestedName, show, cancel }: CreateKeyProps) {
  const [scopes, setScopes] = useState<readonly string[] | null>(null)
  const [days, setDays] = useState(0)
  const [texts, setTexts] = useState(() => textsOf(null))
  const [issues, setIssues] = useState<BudgetIssues>({})
  useUnsaved(create.isPending ? beingCreated : undefined)
  const submit = ({ name }: { readonly name: string }) => {
    const expiresAt = days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString()
    const typed = budgetFrom(texts)
    setIssues('issues' in typed ? typed.issues : {})
    if ('budget' in typed)
      create.mutate({ name, expiresAt, budget: typed.budget, ...(scopes && { scopes }) }, { onSuccess: show })
  }
  return (
    <Form
      fields={{ name: nameField }}
      initial={{ name: suggestedName }}
      submit={submit}
      mutation={create}
      action="Create the key"
      cancel={{ text: 'Cancel', run: cancel }}
      ownMembers={['scopes']}
    >
      <Scopes
        chosen={scopes}
        choose={setScopes}
        issues={issuesOf(create.error)
          .filter(({ pointer }) => pointer === '#/scopes')
          .map(issue => (issue.code === 'min_items' ? 'Choose at least one product.' : issueSentence(issue)))}
      />
      <div className="field">
        <label htmlFor="lifetime">Expires</label>
        <select id="lifetime" value={days} onChange={event => setDays(Number(event.target.value))}>
          {lifetimes.map(([value, text]) => (
            <option key={value} value={value}>
              {lifetimeText(value, text)}
            </option>
          ))}
        </select>
      </div>
      <details className="aside">
        <summary>Limit its calls</summary>
        <BudgetFields texts={texts} change={setTexts} issues={issues} />
      </details>
      {hasCode(create.error, 'trial_required') && <CheckoutButton purpose="trial" />}
    </Form>
  )
}

interface ScopesProps {
  /** The chosen scopes; null for all. */
  readonly chosen: readonly string[] | null
  readonly choose: (scopes: readonly string[] | null) => void
  readonly issues: readonly string[]
}

function Scopes({ chosen, choose, issues }: ScopesProps) {
  const catalogue = useCatalogue()
  const id = useId()
  return (
    <fieldset className="stack" aria-describedby={issues.length > 0 ? `${id}-issues` : undefined}>
      <legend className="legend">What may it do?</legend>
      <label className="choice">
        <input type="radio" name={id} checked={chosen === null} onChange={() => choose(null)} />
        Everything with products: run actions and change settings of every product
      </label>
      <label className="choice">
        <input type="radio" name={id} checked={chosen !== null} onChange={() => choose([])} />
        Only what I select
      </label>
      {chosen !== null && (
        <Loaded query={catalogue} lines={6}>
          {({ products }) => (
            <ScopeTable products={products} chosen={chosen} choose={choose} isInvalid={issues.length > 0} />
          )}
        </Loaded>
      )}
      <Issues id={`${id}-issues`} issues={issues} />
    </fieldset>
  )
}

interface ScopeTableProps {
  readonly products: readonly ProductSummary[]
  readonly chosen: readonly string[]
  readonly choose: (scopes: readonly string[]) => void
  readonly isInvalid: boolean
}

function ScopeTable({ products, chosen, choose, isInvalid }: ScopeTableProps) {
  const checkbox = (scope: string, label: string, isShown = false) => {
    const isChosen = chosen.includes(scope)
    return (
      <label className="choice">
        <input
          type="checkbox"
          aria-invalid={isInvalid}
          checked={isChosen}
          onChange={() => choose(isChosen ? chosen.filter(each => each !== scope) : [...chosen, scope])}
        />
        <span className={isShown ? undefined : 'visually-hidden'}>{label}</span>
      </label>
    )
  }
  return (
    <>
      <Table
        columns={[
          { title: 'Product', cell: ({ title }) => <strong>{title}</strong> },
          { title: 'Run actions', cell: ({ slug, title }) => checkbox(`${slug}:execute`, `${title}: run actions`) },
          {
            title: 'Change settings',
            cell: ({ slug, title, config }) => config && checkbox(`${slug}:config`, `${title}: change settings`)
          }
        ]}
        onNarrow="titled"
        rows={products}
        keyOf={({ slug }) => slug}
      />
      {checkbox(webhooksScope, 'Manage webhook endpoints and hooks of the account', true)}
    </>
  )
}
