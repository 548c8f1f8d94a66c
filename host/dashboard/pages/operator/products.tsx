import { type ErrorRate, type ProductHealth, useErrorRates, useHealth } from '../../api/operator/operator.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge, type BadgeTone, Figures } from '../../parts/values.js'
import { ProductControls, WaitingForApproval } from './product-controls.js'
import { bytesText, capitalized, durationText, Live, words } from './texts.js'

/** The plugins of the deployment, and the errors since the start of this host. */
export function Products() {
  const health = useHealth()
  const rates = useErrorRates()
  return (
    <div className="stack">
      <Card title="Products" aside={<Live />}>
        <Loaded query={health} lines={8}>
          {({ products }) => (
            <div className="top-aligned">
              <Table
                columns={[
                  { title: 'Product', cell: NameAndVersion },
                  { title: 'State', cell: StateAndReason },
                  { title: 'Calls', cell: callsText },
                  { title: 'Runs in', cell: isolationText }
                ]}
                rows={products}
                keyOf={({ plugin }) => plugin}
              />
            </div>
          )}
        </Loaded>
      </Card>
      <WaitingForApproval />
      <ProductControls />
      <Card title="This host" aside={<Live />}>
        <Loaded query={health} lines={3}>
          {({ uptimeS, memoryBytes, node }) => (
            <Figures
              figures={[
                ['Running for', durationText(uptimeS)],
                ['Memory in use', bytesText(memoryBytes)],
                ['Node.js version', node.replace('v', '')]
              ]}
            />
          )}
        </Loaded>
      </Card>
      <Card title="Requests since the host started" aside={<Live />}>
        <Loaded query={rates} lines={4}>
          {({ rates: all }) => <RateTable rates={all} titles={titlesOf(health.data?.products ?? [])} />}
        </Loaded>
      </Card>
    </div>
  )
}

const states: Readonly<Record<ProductHealth['state'], readonly [string, BadgeTone]>> = {
  ready: ['Ready', 'good'],
  recovering: ['Recovering', 'warning'],
  failing: ['Failing, not called', 'danger'],
  quarantined: ['Crashed, not called', 'danger'],
  failed: ['Not served', 'danger'],
  off: ['Switched off', 'warning']
}

function NameAndVersion({ title, plugin, version, isRequired, state }: ProductHealth) {
  return (
    <span className="stack tight">
      <strong>{title ?? plugin}</strong>
      <span className="quiet">
        {version === null ? (state === 'off' ? 'Switched off' : 'Not found') : `Version ${version}`}
        {isRequired && ', required'}
      </span>
    </span>
  )
}

function StateAndReason({ state, waitMs, reason }: ProductHealth) {
  const [text, tone] = states[state]
  return (
    <span className="stack tight">
      <span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      {waitMs > 0 && <span className="quiet">next attempt in {Math.ceil(waitMs / 1000)} s</span>}
      {reason !== null && <span>{reason}</span>}
    </span>
  )
}

function callsText({ state, running, slots, waiting }: ProductHealth): string {
  if (state === 'failed' || state === 'off') return '–'
  return `${running} running, ${slots} at most${waiting > 0 ? `, ${waiting} waiting` : ''}`
}

function isolationText({ isolation, isSandboxed, restarts }: ProductHealth): string {
  if (isolation === null) return '–'
  if (isolation === 'inline') return 'The host process'
  const restarted = restarts > 0 ? `, restarted ${restarts} times` : ''
  const withheld = isSandboxed === false ? ', without a sandbox' : isSandboxed ? ', in a sandbox' : ''
  if (isolation === 'process') return `Processes of its own${withheld}${restarted}`
  if (isolation === 'remote') return 'Another server'
  return `A thread of its own${restarted}`
}

function titlesOf(products: readonly ProductHealth[]): ReadonlyMap<string, string> {
  return new Map(
    products.flatMap(({ product, title }) => (product !== null && title !== null ? [[product, title]] : []))
  )
}

interface RateTableProps {
  readonly rates: readonly ErrorRate[]
  readonly titles: ReadonlyMap<string, string>
}

function RateTable({ rates, titles }: RateTableProps) {
  if (rates.every(({ requests }) => requests === 0))
    return (
      <Empty title="No requests yet">
        <p className="quiet">What is answered, refused and failed is counted here until the host stops.</p>
      </Empty>
    )
  return (
    <Table
      columns={[
        {
          title: 'Product',
          cell: ({ product }) => <strong>{product === null ? 'Whole host' : (titles.get(product) ?? product)}</strong>
        },
        { title: 'Requests', isNumber: true, cell: ({ requests }) => requests.toLocaleString('en') },
        { title: 'Refused', isNumber: true, cell: ({ refused, requests }) => shareText(refused, requests) },
        { title: 'Failed', isNumber: true, cell: ({ failed, requests }) => shareText(failed, requests) },
        {
          title: 'Most frequent reason',
          cell: ({ codes }) =>
            codes
              .map(({ code, count }) => `${reasons[code] ?? capitalized(words(code))} (${count.toLocaleString('en')})`)
              .join(', ') || 'None'
        }
      ]}
      rows={rates}
      keyOf={({ product }) => product ?? ''}
    />
  )
}

/** Reasons whose code says little to people. */
const reasons: Readonly<Record<string, string>> = {
  session_required: 'Not signed in',
  invalid_key: 'Wrong or missing API key',
  waitlisted: 'No payment card',
  internal_error: 'Fault of the host'
}

function shareText(count: number, all: number): string {
  if (count === 0) return '0'
  return `${count.toLocaleString('en')} (${((count / all) * 100).toLocaleString('en', { maximumFractionDigits: 0 })}%)`
}
