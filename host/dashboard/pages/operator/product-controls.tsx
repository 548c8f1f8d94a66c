import { useState } from 'react'
import {
  type ChoosableProduct,
  useApprove,
  useChoosableProducts,
  useChooseProduct,
  type WaitingAction
} from '../../api/operator/operator.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded } from '../../parts/loaded.js'
import { Card } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Time } from '../../parts/values.js'

/** A change that an operator is asked about. */
type Asked =
  | { readonly product: ChoosableProduct; readonly isOff: boolean }
  | { readonly product: ChoosableProduct; readonly version: string }

/** What an operator decides of the products: which are served, and in which version. */
export function ProductControls() {
  const products = useChoosableProducts()
  const choose = useChooseProduct()
  const [asked, ask] = useState<Asked>()
  const start = (change: Asked) => {
    choose.reset()
    ask(change)
  }
  const close = () => ask(undefined)
  return (
    <Card title="Which products are served">
      <p className="quiet">
        All hosts of this store follow within seconds. Products are added, and versions are fetched, at the command
        line.
      </p>
      <Loaded query={products} lines={4}>
        {all => (
          <Table
            columns={[
              { title: 'Product', cell: ({ plugin }) => <strong>{plugin}</strong> },
              { title: 'Served', cell: servedText },
              {
                title: 'Actions',
                isForButtons: true,
                cell: product => <Choices product={product} start={start} />
              }
            ]}
            rows={all}
            keyOf={({ plugin }) => plugin}
          />
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          {...questionOf(asked)}
          mutation={choose}
          confirm={() => choose.mutate(choiceOf(asked), { onSuccess: close })}
          close={close}
        >
          <p>{questionOf(asked).text}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function servedText({ isOff, isOffInFile, version }: ChoosableProduct): string {
  if (isOffInFile) return 'Switched off in the deployment file'
  if (isOff) return 'Switched off'
  return version === null ? 'Yes' : `Version ${version}`
}

interface ChoicesProps {
  readonly product: ChoosableProduct
  readonly start: (change: Asked) => void
}

function Choices({ product, start }: ChoicesProps) {
  const { plugin, isOff, isOffInFile, version, versions } = product
  if (isOffInFile) return null
  return (
    <>
      {versions
        .filter(other => other !== version && !isOff)
        .map(other => (
          <Button
            key={other}
            aria-label={`Serve ${other}: ${plugin}`}
            onClick={() => start({ product, version: other })}
          >
            Serve {other}
          </Button>
        ))}
      <Button
        aria-label={`Switch ${isOff ? 'on' : 'off'}: ${plugin}`}
        onClick={() => start({ product, isOff: !isOff })}
      >
        Switch {isOff ? 'on' : 'off'}
      </Button>
    </>
  )
}

function questionOf(asked: Asked) {
  const { plugin } = asked.product
  if ('version' in asked)
    return {
      title: `Serve version ${asked.version} of ${plugin}?`,
      action: 'Serve it',
      tone: 'primary' as const,
      text: 'It takes the place of the current version once it is loaded. If it cannot be served, the current one stays.'
    }
  return asked.isOff
    ? {
        title: `Switch ${plugin} off?`,
        action: 'Switch it off',
        text: 'Its calls are refused, and its jobs, runs and schedules wait. What accounts have stored stays.'
      }
    : { title: `Switch ${plugin} on?`, action: 'Switch it on', tone: 'primary' as const, text: 'It is served again.' }
}

function choiceOf(asked: Asked) {
  const { plugin } = asked.product
  return 'version' in asked ? { plugin, version: asked.version } : { plugin, isOff: asked.isOff }
}

/** The actions of servers and interfaces that are new or have changed; nothing where none waits. */
export function WaitingForApproval() {
  const { data = [] } = useChoosableProducts()
  const approve = useApprove()
  const [asked, ask] = useState<string>()
  const close = () => ask(undefined)
  const waiting = data.flatMap(product => product.waiting)
  if (waiting.length === 0) return null
  return (
    <Card title="Actions waiting for approval">
      <p className="quiet">
        Their servers offer them for the first time, or describe them differently. Until you approve them, their calls
        are refused. Read what they say: agents act on it.
      </p>
      <Table
        columns={[
          { title: 'Action', isLong: true, cell: ActionCell },
          { title: 'What it says now', isLong: true, cell: ({ description }) => description },
          { title: 'Seen', isLong: true, cell: ({ since }) => <Time at={since} format="precise" /> }
        ]}
        rows={waiting}
        keyOf={({ product, name }) => `${product} ${name}`}
      />
      <div className="actions">
        {[...new Set(waiting.map(({ product }) => product))].map(product => (
          <Button
            key={product}
            onClick={() => {
              approve.reset()
              ask(product)
            }}
          >
            Approve {product}
          </Button>
        ))}
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={`Approve the actions of ${asked}?`}
          action="Approve them"
          tone="primary"
          mutation={approve}
          confirm={() => approve.mutate(asked, { onSuccess: close })}
          close={close}
        >
          <p>They are served as they are now, within seconds.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function ActionCell({ product, name, kind }: WaitingAction) {
  return (
    <span className="stack tight">
      <strong>
        {product}: {name}
      </strong>
      <span className="quiet">{kind === 'new' ? 'New' : 'Changed'}</span>
    </span>
  )
}
