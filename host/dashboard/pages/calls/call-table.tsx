import { useState } from 'react'
import { Link } from 'wouter'
import { typeInput } from '../../api/action-state.js'
import { useCallers } from '../../api/callers.js'
import { type LoggedCall, useCall } from '../../api/calls.js'
import { mask } from '../../api/config.js'
import { hasCode } from '../../api/problem.js'
import { type ActionExample, membersOf, useActionNames } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { CopyButton } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { ProductGlyph } from '../../parts/glyph.js'
import { Loaded } from '../../parts/loaded.js'
import { Table } from '../../parts/table.js'
import { Badge, Time, wholeMs } from '../../parts/values.js'
import { sentenceCase } from '../../views/words.js'

interface CallTableProps {
  readonly calls: readonly LoggedCall[]
  /** Whether it leaves out who called. */
  readonly isShort?: boolean
}

/** Calls, the latest first; each opens what the log knows of it. */
export function CallTable({ calls, isShort = false }: CallTableProps) {
  const [opened, setOpened] = useState<LoggedCall>()
  const names = useCallNames()
  // While the list is followed, the calls move in it.
  const index = opened ? calls.findIndex(call => isSame(call, opened)) : -1
  return (
    <>
      <Table
        columns={[
          {
            title: 'Action',
            cell: call => (
              <button type="button" className="link" onClick={() => setOpened(call)}>
                <ProductGlyph slug={call.product} />
                {names.action(call)}
              </button>
            )
          },
          { title: 'Result', cell: call => <Result call={call} /> },
          ...(isShort ? [] : [{ title: 'Run from', cell: names.caller }]),
          {
            title: 'Took',
            cell: ({ ms }) => `${wholeMs(ms)} ms`,
            isNumber: true
          },
          { title: 'When', cell: ({ at }) => <Time at={at} format={isShort ? 'relative' : 'clock'} />, isNumber: true }
        ]}
        onNarrow="compact"
        rows={calls}
        // A product that calls another has one request id for both.
        keyOf={({ requestId, at }, index) => `${requestId} ${at} ${index}`}
      />
      {opened && (
        <CallDialog
          call={opened}
          names={names}
          close={() => setOpened(undefined)}
          neighbours={{ later: calls[index - 1], earlier: index < 0 ? undefined : calls[index + 1], open: setOpened }}
        />
      )}
    </>
  )
}

function isSame(one: LoggedCall, other: LoggedCall): boolean {
  return one.requestId === other.requestId && one.at === other.at && one.action === other.action
}

/** What people call the action and the caller of a call. */
export function useCallNames(): CallNames {
  const nameOf = useActionNames()
  const callers = useCallers()
  return {
    action: ({ product, action, actionTitle }) => nameOf(product, action, actionTitle),
    caller({ keyId, via }) {
      const name = callers.nameOf(keyId)
      if (via === 'job') return `${name}, in the background`
      return via === 'nested' ? `${name}, through another product` : name
    }
  }
}

/** The code of a problem in words. */
function codeText(code: string | undefined): string | undefined {
  return code && sentenceCase(code.replaceAll('_', ' '))
}

/** How a call ended, in words. */
function Result({ call: { status, code, isReplay } }: { readonly call: LoggedCall }) {
  if (status < 400) return <Badge tone="good">{isReplay ? 'Repeat' : 'Succeeded'}</Badge>
  return <Badge tone={status < 500 ? 'warning' : 'danger'}>{codeText(code) ?? `Status ${status}`}</Badge>
}

/** What people call the action and the caller of a call. */
interface CallNames {
  readonly action: (call: LoggedCall) => string
  readonly caller: (call: LoggedCall) => string
}

interface CallDialogProps {
  readonly call: LoggedCall
  readonly names: CallNames
  readonly close: () => void
  /** The calls around it in the list that it was opened from. */
  readonly neighbours?: Neighbours
}

interface Neighbours {
  readonly later: LoggedCall | undefined
  readonly earlier: LoggedCall | undefined
  readonly open: (call: LoggedCall) => void
}

/** Everything that the log knows of one call. */
function CallDialog(props: CallDialogProps) {
  return (
    <Dialog title={props.names.action(props.call)} close={props.close}>
      <CallFacts {...props} />
    </Dialog>
  )
}

interface NamedCallDialogProps extends Omit<CallDialogProps, 'call' | 'neighbours'> {
  readonly requestId: string
}

/** The call with a request id, as a link names it; that of the caller, where its product called others. */
export function NamedCallDialog({ requestId, names, close }: NamedCallDialogProps) {
  const details = useCall(requestId)
  const calls = details.data?.calls ?? []
  const call = calls.find(({ via }) => via === 'request') ?? calls[0]
  return (
    <Dialog title={call ? names.action(call) : 'One call'} close={close}>
      {hasCode(details.error, 'not_found') ? (
        <>
          <p>The log does not have this call. It has the latest calls of your account, at most 10,000.</p>
          <div className="actions">
            <Button onClick={close}>Close</Button>
          </div>
        </>
      ) : (
        <Loaded query={details} lines={6}>
          {() => call && <CallFacts call={call} names={names} close={close} />}
        </Loaded>
      )}
    </Dialog>
  )
}

function CallFacts({ call, names, close, neighbours }: CallDialogProps) {
  const { requestId, product, action, at, status, code, ms } = call
  return (
    <>
      <dl className="details">
        <dt>Result</dt>
        <dd>{code === undefined ? `Status ${status}` : `${codeText(code)} (status ${status})`}</dd>
        <dt>When</dt>
        <dd>
          <Time at={at} format="exact" />
        </dd>
        <dt>Took</dt>
        <dd>{wholeMs(ms)} ms</dd>
        <dt>Run from</dt>
        <dd>{names.caller(call)}</dd>
      </dl>
      {call.hasBodies && <Bodies call={call} />}
      <div className="actions">
        <Button onClick={close}>Close</Button>
        <CopyButton text={requestId} label="Copy the request ID" />
        {action !== null && (
          <Link to={`/products/${product}?action=${action}`} className="button">
            Open the action
          </Link>
        )}
        {neighbours && <NeighbourButtons {...neighbours} />}
      </div>
    </>
  )
}

/** Shows the call before or after; a button without one keeps its place and its focus. */
function NeighbourButtons({ later, earlier, open }: Neighbours) {
  return (
    <>
      <button type="button" aria-disabled={!later} onClick={() => later && open(later)}>
        Later call
      </button>
      <button type="button" aria-disabled={!earlier} onClick={() => earlier && open(earlier)}>
        Earlier call
      </button>
    </>
  )
}

function Bodies({ call: { requestId, at, product, action } }: { readonly call: LoggedCall }) {
  const details = useCall(requestId)
  return (
    <Loaded query={details} lines={6}>
      {({ calls }) => {
        const bodies = calls.find(each => each.at === at)?.bodies
        return bodies ? (
          <>
            <h3>Input</h3>
            <Code text={indented(bodies.input)} label="The input" />
            {action !== null && <UseInput product={product} action={action} input={bodies.input} />}
            <h3>Answer</h3>
            <Code text={indented(bodies.answer)} label="The answer" />
          </>
        ) : (
          <p className="quiet">What was sent and answered is no longer stored.</p>
        )
      }}
    </Loaded>
  )
}

interface UseInputProps {
  readonly product: string
  readonly action: string
  /** JSON, unless it was cut. */
  readonly input: string
}

/** Leads to the action with its form filled as it was for a call. */
function UseInput({ product, action, input }: UseInputProps) {
  const sent = inputOf(input)
  if (!sent) return null
  if (input.includes(mask))
    return <p className="quiet">A secret in this input is masked, so the form cannot be filled with it again.</p>
  return (
    <div className="actions">
      <Link
        to={`/products/${product}?action=${action}`}
        className="button"
        onClick={() => typeInput(product, action, membersOf({ title: '', input: sent }))}
      >
        Use this input again
      </Link>
    </div>
  )
}

/** The input that a text was recorded of; undefined if it was cut, or is no object. */
function inputOf(text: string): ActionExample['input'] | undefined {
  try {
    const input: unknown = JSON.parse(text)
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : undefined
  } catch {
    return undefined
  }
}

/** Indented JSON; a text that was cut stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return `${text}…`
  }
}
