import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  type SecondFactorSetup,
  type SecondFactorStatus,
  useKeepFactor,
  useReplaceRecoveryCodes,
  useSecondFactor,
  useStartSetup,
  useTurnOffFactor,
  useTurnOnFactor
} from '../../api/second-factor.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { CopyButton, DownloadButton } from '../../parts/copy.js'
import { ConfirmDialog, Dialog } from '../../parts/dialog.js'
import { Form } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { Step } from '../../parts/step.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { Badge, Time } from '../../parts/values.js'
import { codeField } from '../sign-in/fields.js'

/** Turns the second factor on and off, and replaces its recovery codes. */
export function SecondFactor() {
  const status = useSecondFactor()
  const [shown, show] = useState<NewCodes>()
  const state = status.data?.isActive
  return (
    <Card
      title="Two-factor authentication"
      aside={state !== undefined && <Badge tone={state ? 'good' : 'plain'}>{state ? 'On' : 'Off'}</Badge>}
    >
      {shown ? (
        <RecoveryCodes {...shown} close={() => show(undefined)} />
      ) : (
        <Loaded query={status} lines={4}>
          {body =>
            body.isActive ? (
              <FactorOn status={body} show={codes => show({ codes, isFirst: false })} />
            ) : (
              <FactorOff show={codes => show({ codes, isFirst: true })} />
            )
          }
        </Loaded>
      )}
    </Card>
  )
}

interface ShowCodes {
  readonly show: (codes: readonly string[]) => void
}

function FactorOff({ show }: ShowCodes) {
  const [setup, setSetup] = useState<SecondFactorSetup>()
  const [isCancelled, setCancelled] = useState(false)
  const start = useStartSetup()
  const cancel = () => {
    setSetup(undefined)
    setCancelled(true)
  }
  if (setup) return <FactorSetup setup={setup} show={show} cancel={cancel} />
  return (
    <>
      <p>
        When it is on, you also enter a code from an authenticator app to sign in. A stolen password alone is then not
        enough. You need such an app, for example Google Authenticator, Microsoft Authenticator or 1Password.
      </p>
      <ErrorNotice error={start.error} />
      <p>
        <Button
          autoFocus={isCancelled}
          isBusy={start.isPending}
          onClick={() => start.mutate(undefined, { onSuccess: setSetup })}
        >
          Set up two-factor authentication
        </Button>
      </p>
    </>
  )
}

/** From this number of recovery codes on, the page says that new ones are needed. */
const fewCodes = 2

function FactorOn({ status, show }: ShowCodes & { readonly status: SecondFactorStatus }) {
  const [isTurningOff, setTurningOff] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const replace = useReplaceRecoveryCodes()
  const { activeSince, recoveryCodesLeft, removedAt } = status
  const hasFew = recoveryCodesLeft <= fewCodes
  const create = () => replace.mutate(undefined, { onSuccess: show })
  const replaceCodes = (
    <Button onClick={() => (recoveryCodesLeft === 0 ? create() : setReplacing(true))}>Create new recovery codes</Button>
  )
  return (
    <>
      {removedAt !== null && <RemovalNotice removedAt={removedAt} />}
      {hasFew && (
        <Notice
          tone="warning"
          title={
            recoveryCodesLeft === 0
              ? 'You have no recovery codes'
              : `Only ${recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`} left`
          }
        >
          <p>
            If you lose your authenticator app, you sign in with a recovery code. Create new ones and save them.
            {recoveryCodesLeft > 0 && ' They replace those that are left.'}
          </p>
          {replaceCodes}
        </Notice>
      )}
      <p>
        {activeSince && (
          <>
            On since <Time at={activeSince} format="day" />.{' '}
          </>
        )}
        You sign in with your password and a code from your authenticator app.
        {!hasFew &&
          ` You have ${recoveryCodesLeft} recovery codes left, to sign in with if you lose the app. If you create new ones, these stop working.`}
      </p>
      <ErrorNotice error={replace.error} />
      <div className="actions">
        {!hasFew && replaceCodes}
        <Button tone="danger" onClick={() => setTurningOff(true)}>
          Turn off
        </Button>
      </div>
      {isTurningOff && <TurnOff close={() => setTurningOff(false)} />}
      {isReplacing && (
        <ConfirmDialog
          title="Create new recovery codes?"
          action="Create new codes"
          tone="primary"
          mutation={replace}
          confirm={create}
          close={() => setReplacing(false)}
        >
          <p>
            The {recoveryCodesLeft === 1 ? 'code' : `${recoveryCodesLeft} codes`} that you have will no longer work.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function RemovalNotice({ removedAt }: { readonly removedAt: string }) {
  const keep = useKeepFactor()
  return (
    <Notice tone="warning" title="Two-factor authentication will be turned off">
      <p>
        Someone who knows your password asked for it. It will be off from <Time at={removedAt} format="exact" />. If
        that was not you, keep it on and change your password.
      </p>
      <ErrorNotice error={keep.error} />
      <Button isBusy={keep.isPending} onClick={() => keep.mutate()}>
        Keep two-factor authentication on
      </Button>
    </Notice>
  )
}

function TurnOff({ close }: { readonly close: () => void }) {
  const turnOff = useTurnOffFactor()
  return (
    <Dialog title="Turn off two-factor authentication?" close={close} isBusy={turnOff.isPending}>
      <p>After that, you sign in with your password alone. Your recovery codes stop working.</p>
      <Form
        fields={{
          code: {
            ...codeField,
            label: 'Code from your authenticator app',
            hint: 'You can also enter one of your recovery codes.'
          }
        }}
        submit={body => turnOff.mutate(body, { onSuccess: close })}
        mutation={turnOff}
        action="Turn off"
        tone="danger"
        cancel={{ text: 'Cancel', run: close }}
      />
    </Dialog>
  )
}

/** Recovery codes are made once the app's first code was entered. */
const appCodeField = {
  ...codeField,
  hint: 'Six digits.',
  inputMode: 'numeric',
  refusals: { invalid_code: 'This code does not work. Enter the one that the app shows now.' }
} as const

interface FactorSetupProps {
  readonly setup: SecondFactorSetup
  readonly show: (recoveryCodes: readonly string[]) => void
  readonly cancel: () => void
}

/** Shows the secret for the authenticator app, and turns the second factor on with the app's first code. */
function FactorSetup({ setup, show, cancel }: FactorSetupProps) {
  const turnOn = useTurnOnFactor()
  const steps = useRef<HTMLOListElement>(null)
  useEffect(() => {
    steps.current?.querySelector('input')?.focus({ preventScroll: true })
    steps.current?.closest('.card')?.scrollIntoView()
  }, [])
  return (
    <ol className="steps" ref={steps}>
      <Step number={1} title="Add this account to your authenticator app">
        <p className="only-narrow">
          <a className="button" href={setup.uri}>
            Open your authenticator app
          </a>
        </p>
        <div className="qr-row">
          <div className="stack tight">
            <p className="only-narrow">Or scan this QR code with another device:</p>
            <div className="qr-code">
              <Suspense fallback={null}>
                <QrCode text={setup.uri} />
              </Suspense>
            </div>
          </div>
          <div className="stack setup-key">
            <p className="only-wide">Scan the QR code with the app, or type this setup key into it:</p>
            <p className="only-narrow">Or type this setup key into the app:</p>
            <Code text={setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} label="The setup key" canCopy={false} />
            <CopyButton text={setup.secret} label="Copy the setup key" />
          </div>
        </div>
      </Step>
      <Step number={2} title="Enter the code that the app shows">
        <div className="narrow app-code">
          <Form
            fields={{ code: appCodeField }}
            submit={body => turnOn.mutate(body, { onSuccess: show })}
            mutation={turnOn}
            action="Turn on"
            cancel={{ text: 'Cancel', run: cancel }}
          />
        </div>
      </Step>
    </ol>
  )
}

interface NewCodes {
  readonly codes: readonly string[]
  /** Whether they come with the second factor, and not in place of older ones. */
  readonly isFirst: boolean
}

/** New recovery codes, shown this one time. */
const unsavedCodes = {
  title: 'Leave without saving the recovery codes?',
  text: 'They are shown only now. Without them, you cannot sign in if you lose your authenticator app.',
  leave: 'Leave without saving'
}

function RecoveryCodes({ codes, isFirst, close }: NewCodes & { readonly close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSaved, setSaved] = useState(false)
  useUnsaved(isSaved ? undefined : unsavedCodes)
  const saved = () => setSaved(true)
  const text = codes.join('\n')
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.card')?.scrollIntoView()
  }, [])
  return (
    <>
      <Notice tone="warning">
        <h3 ref={heading} tabIndex={-1}>
          {isFirst
            ? 'Two-factor authentication is on. Save your recovery codes now.'
            : 'You have new recovery codes. Save them now.'}
        </h3>
        <p>They are shown only once.{!isFirst && ' The old ones do not work any more.'}</p>
      </Notice>
      <p>
        If you lose the app, enter one of them instead of the app’s code. Each works once. Keep them somewhere other
        than on the device with the app.
      </p>
      <div className="recovery-codes">
        <Code text={text} label="The recovery codes" canCopy={false} />
      </div>
      <div className="actions">
        <DownloadButton
          text={`${text}\n`}
          name="recovery-codes.txt"
          type="text/plain"
          tone="primary"
          downloaded={saved}
        >
          Download the codes
        </DownloadButton>
        <CopyButton text={text} label="Copy the codes" copied={saved} />
        <Button onClick={close}>I have saved them</Button>
      </div>
    </>
  )
}

/** A text as a QR code: one path, dark on light in both colour schemes, because scanners need it. */
const QrCode = lazy(async () => {
  const { encode } = await import('uqr')
  return {
    default: ({ text }: { readonly text: string }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 4 })
      const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
      return (
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code for an authenticator app"
          shapeRendering="crispEdges"
        >
          <rect width={size} height={size} fill="#fff" />
          <path d={squares.join('')} fill="#000" />
        </svg>
      )
    }
  }
})
