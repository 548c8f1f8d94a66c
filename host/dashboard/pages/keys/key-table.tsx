import { useState } from 'react'
import { Link } from 'wouter'
import { type ApiKey, useBudgets, useRevokeKey, useRotateKey, useSetKeyBudget, webhooksScope } from '../../api/keys.js'
import { useCatalogue } from '../../api/products.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Table } from '../../parts/table.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { Badge, type BadgeTone, Time } from '../../parts/values.js'
import { sentenceCase } from '../../views/words.js'
import { BudgetDialog } from '../budgets/budget-dialog.js'
import { usedText } from '../budgets/budget-meters.js'
import { CallTrend } from '../usage/call-trend.js'
import { beingCreated } from './created-key.js'

interface KeyTableProps {
  readonly keys: readonly ApiKey[]
  /** Shows the new key that replaces another one. */
  readonly showCreated: (key: ApiKey) => void
}

interface OpenDialog {
  readonly kind: 'rotate' | 'revoke' | 'budget'
  readonly apiKey: ApiKey
}

/** The keys with their status, what they may use and their last use; each can be replaced and revoked. */
export function KeyTable({ keys, showCreated }: KeyTableProps) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const titles = new Map(useCatalogue().data?.products.map(({ slug, title }) => [slug, title]))
  const close = () => setDialog(undefined)
  return (
    <>
      <Table
        columns={[
          { title: 'Name', cell: key => <KeyName apiKey={key} /> },
          { title: 'Allows', cell: key => <Allowed apiKey={key} scopes={scopesText(key.scopes, titles)} /> },
          { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} format="day" /> },
          { title: 'Last used', cell: key => <LastUse apiKey={key} /> },
          { title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} format="day" /> : 'Never') },
          {
            title: 'Actions',
            isForButtons: true,
            cell: key => <KeyButtons apiKey={key} open={kind => setDialog({ kind, apiKey: key })} />
          }
        ]}
        onNarrow="titled"
        rows={keys}
        keyOf={({ id }) => id}
      />
      {dialog?.kind === 'revoke' && <RevokeKey apiKey={dialog.apiKey} close={close} />}
      {dialog?.kind === 'budget' && <ChangeBudget apiKey={dialog.apiKey} close={close} />}
      {dialog?.kind === 'rotate' && <RotateKey apiKey={dialog.apiKey} showCreated={showCreated} close={close} />}
    </>
  )
}

const statuses: Readonly<Record<ApiKey['status'], readonly [string, BadgeTone]>> = {
  good: ['Active', 'good'],
  expired: ['Expired', 'warning'],
  revoked: ['Revoked', 'danger']
}

function KeyName({ apiKey: { name, lastFour, status, replacedBy } }: { readonly apiKey: ApiKey }) {
  const [text, tone] = statuses[status]
  return (
    <span className="stack tight">
      <strong className="long-name">{name}</strong>
      <span className="row">
        <code>phk_…{lastFour}</code>
        <Badge tone={tone}>{replacedBy && status === 'good' ? 'Being replaced' : text}</Badge>
      </span>
    </span>
  )
}

interface KeyButtonsProps {
  readonly apiKey: ApiKey
  readonly open: (kind: OpenDialog['kind']) => void
}

function KeyButtons({ apiKey, open }: KeyButtonsProps) {
  const { name, status, replacedBy } = apiKey
  if (status !== 'good') return <UsageLink apiKey={apiKey} />
  return (
    <span className="row">
      <UsageLink apiKey={apiKey} />
      <button type="button" className="small" aria-label={`Budget of ${name}`} onClick={() => open('budget')}>
        Budget
      </button>
      {!replacedBy && (
        <button type="button" className="small" aria-label={`Replace ${name}`} onClick={() => open('rotate')}>
          Replace
        </button>
      )}
      <button type="button" className="small danger" aria-label={`Revoke ${name}`} onClick={() => open('revoke')}>
        Revoke
      </button>
    </span>
  )
}

/** What a key may use, and what is used of its budget in each period. */
function Allowed({ apiKey, scopes }: { readonly apiKey: ApiKey; readonly scopes: string }) {
  const budgets = useBudgets().data?.budgets.filter(({ keyId }) => keyId === apiKey.id) ?? []
  if (apiKey.budget === null) return scopes
  return (
    <span className="stack tight">
      <span>{scopes}</span>
      {budgets.map(budget => (
        <span key={budget.period} className="quiet">
          {usedText(budget)} {budget.period === 'day' ? 'today' : 'this month'}
        </span>
      ))}
    </span>
  )
}

/** When a key was used last, and how often day by day. */
function LastUse({ apiKey: { id, lastUsedAt } }: { readonly apiKey: ApiKey }) {
  if (!lastUsedAt) return 'Never'
  return (
    <span className="stack tight">
      <Time at={lastUsedAt} />
      <CallTrend of={({ keyId }) => keyId === id} isShort />
    </span>
  )
}

function ChangeBudget({ apiKey, close }: { readonly apiKey: ApiKey; readonly close: () => void }) {
  const set = useSetKeyBudget(apiKey.id)
  return (
    <BudgetDialog
      title={`Budget of “${apiKey.name}”`}
      budget={apiKey.budget}
      save={budget => set.mutate(budget, { onSuccess: close })}
      mutation={set}
      close={close}
    />
  )
}

function UsageLink({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) {
  return (
    <Link className="button small" to={`/usage?key=${encodeURIComponent(id)}`}>
      Usage<span className="visually-hidden"> of {name}</span>
    </Link>
  )
}

const webhooksText = 'webhook endpoints and hooks'

function scopesText(scopes: readonly string[], titles: ReadonlyMap<string, string>): string {
  const isEverything = scopes.includes('*:execute') && scopes.includes('*:config')
  const texts = isEverything
    ? ['every action and setting', ...(scopes.includes(webhooksScope) ? [webhooksText] : [])]
    : scopes.map(scope => scopeText(scope, titles))
  return isEverything && texts.length === 1 ? 'Everything' : sentenceCase(texts.join(', '))
}

/** A scope such as `core:config` in words. */
function scopeText(scope: string, titles: ReadonlyMap<string, string>): string {
  if (scope === webhooksScope) return webhooksText
  const [slug = '', right = ''] = scope.split(':')
  const product = slug === '*' ? 'every product' : (titles.get(slug) ?? slug)
  return right === 'config' ? `settings of ${product}` : `actions of ${product}`
}

function RevokeKey({ apiKey, close }: { readonly apiKey: ApiKey; readonly close: () => void }) {
  const revoke = useRevokeKey(apiKey.id)
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke the key"
      mutation={revoke}
      confirm={() => revoke.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <p>
        Within five seconds, the host refuses every program that uses the key ending in {apiKey.lastFour}. This cannot
        be undone.
      </p>
    </ConfirmDialog>
  )
}

const overlaps = [
  [0, 'ends at once'],
  [3_600, 'works for one more hour'],
  [86_400, 'works for one more day'],
  [604_800, 'works for one more week']
] as const

interface RotateKeyProps {
  readonly apiKey: ApiKey
  readonly showCreated: (key: ApiKey) => void
  readonly close: () => void
}

function RotateKey({ apiKey, showCreated, close }: RotateKeyProps) {
  const [overlapSeconds, setOverlap] = useState(3_600)
  const rotate = useRotateKey(apiKey.id)
  useUnsaved(rotate.isPending ? beingCreated : undefined)
  const confirm = () =>
    rotate.mutate(
      { overlapSeconds },
      {
        onSuccess: key => {
          showCreated(key)
          close()
        }
      }
    )
  return (
    <ConfirmDialog
      title={`Replace “${apiKey.name}”?`}
      action="Create the new key"
      tone="primary"
      mutation={rotate}
      confirm={confirm}
      close={close}
    >
      <p>You get a new key with the same name that may do the same.</p>
      <div className="field">
        <label htmlFor="overlap">The old key</label>
        <select id="overlap" value={overlapSeconds} onChange={event => setOverlap(Number(event.target.value))}>
          {overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </ConfirmDialog>
  )
}
