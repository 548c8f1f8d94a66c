import type { Hook as OwnHook } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { useChangeHook, useDeleteHook, useHook, useOfferedHooks, useRotateHook } from '../../api/webhooks/hooks.js'
import { Button, CancelButton } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { ConfirmDialog, DeleteButton, Dialog } from '../../parts/dialog.js'
import { FoundPage } from '../../parts/loaded.js'
import { ErrorNotice, PausedNotice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { Identified, Time } from '../../parts/values.js'
import { HookForm, signatureName } from './hook-form.js'
import { HookUrl } from './hook-url.js'
import { HookState, useHookTitles } from './hooks.js'

/** One hook: what it takes, why it is paused, and its URL, which can be replaced. */
export function Hook() {
  const { id = '' } = useParams()
  const hook = useHook(id)
  return (
    <FoundPage what="hook" query={hook} titleOf={({ name }) => name} back={<Link to="/hooks">Hooks</Link>} lines={10}>
      {found => (
        <>
          {found.paused && <Paused hook={found} paused={found.paused} />}
          <State hook={found} />
          {found.input !== undefined && Object.keys(found.input).length > 0 && (
            <Card title="What you have decided">
              <Code text={JSON.stringify(found.input, null, 2)} language="json" label="The fields of every call" />
            </Card>
          )}
        </>
      )}
    </FoundPage>
  )
}

interface PausedProps {
  readonly hook: OwnHook
  readonly paused: NonNullable<OwnHook['paused']>
}

function Paused({ hook: { id, productId }, paused }: PausedProps) {
  const change = useChangeHook(id)
  return (
    <PausedNotice
      paused={paused}
      title="This hook is paused"
      wait={{ title: 'This hook takes no calls', text: 'Until then, calls are refused.', productId }}
      mutation={change}
      action="Resume the hook"
      resume={() => change.mutate('resume')}
    >
      Resume it, and it is yours.
    </PausedNotice>
  )
}

function State({ hook }: { readonly hook: OwnHook }) {
  const { id, enabled, signature, redirect, keyId, tokens, updatedAt } = hook
  const titleOf = useHookTitles()
  const callers = useCallers()
  const change = useChangeHook(id)
  const [isChanging, setChanging] = useState(false)
  const [current, former] = tokens
  return (
    <Card title="Hook" aside={<HookState hook={hook} />}>
      <dl className="details">
        <dt>Takes</dt>
        <dd>{titleOf(hook)}</dd>
        <dt>URL</dt>
        <dd>
          Ends in <code>{current?.lastFour}</code>
          {former?.endsAt !== undefined && (
            <>
              ; the former one, which ends in <code>{former.lastFour}</code>, is good until{' '}
              <Time at={former.endsAt} format="exact" />
            </>
          )}
        </dd>
        <dt>Signature</dt>
        <dd>{signatureName(signature)}</dd>
        {redirect !== undefined && (
          <>
            <dt>Page after a form</dt>
            <dd>{redirect}</dd>
          </>
        )}
        <dt>Decided by</dt>
        <dd>{callers.nameOf(keyId)}</dd>
        <dt>Changed</dt>
        <dd>
          <Time at={updatedAt} />
        </dd>
      </dl>
      <Identified id={id}>Show hook ID</Identified>
      <ErrorNotice error={change.error} />
      <div className="actions">
        <Replace hook={hook} />
        <Button onClick={() => setChanging(true)}>Change</Button>
        <Button isBusy={change.isPending} onClick={() => change.mutate({ enabled: !enabled })}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Delete id={id} />
      </div>
      {isChanging && <Change hook={hook} close={() => setChanging(false)} />}
    </Card>
  )
}

function Change({ hook, close }: { readonly hook: OwnHook; readonly close: () => void }) {
  const { id, name, input, signature, redirect, productId } = hook
  const change = useChangeHook(id)
  const offered = useOfferedHooks()?.find(each => each.product.slug === productId && each.hook.name === hook.hook)
  return (
    <Dialog title="Change the hook" close={close} isBusy={change.isPending} isWide>
      {offered ? (
        <HookForm
          offered={offered}
          initial={{
            name,
            ...(input && { input }),
            ...(signature !== 'none' && { signature }),
            ...(redirect !== undefined && { redirect })
          }}
          submit={members => change.mutate(members, { onSuccess: close })}
          mutation={change}
          action="Save"
          cancel={
            <CancelButton isHeld={change.isPending} onClick={close}>
              Cancel
            </CancelButton>
          }
        />
      ) : (
        <p>Its product does not take such calls any more.</p>
      )}
    </Dialog>
  )
}

const dayS = 24 * 60 * 60

function Replace({ hook }: { readonly hook: OwnHook }) {
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<OwnHook>()
  const [isAtOnce, setAtOnce] = useState(true)
  const rotate = useRotateHook(hook.id)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Replace the URL</Button>
      {isAsking && (
        <ConfirmDialog
          title="Replace the URL?"
          action="Replace the URL"
          mutation={rotate}
          confirm={() =>
            rotate.mutate(isAtOnce ? 0 : dayS, {
              onSuccess: next => {
                setAsking(false)
                setMade(next)
              }
            })
          }
          close={() => setAsking(false)}
        >
          <p>The hook gets another URL, which is shown once.</p>
          <label className="choice">
            <input type="checkbox" checked={!isAtOnce} onChange={() => setAtOnce(!isAtOnce)} />
            The former URL is good for another day
          </label>
        </ConfirmDialog>
      )}
      {made && <HookUrl hook={made} close={() => setMade(undefined)} />}
    </>
  )
}

function Delete({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <DeleteButton what="hook" mutation={useDeleteHook(id)} deleted={() => navigate('/hooks')}>
      <p>Its URL ends at once. Calls that were accepted and have not begun fail.</p>
    </DeleteButton>
  )
}
