import type { EventFilter, WebhookEndpoint } from '@product-host/sdk/client'
import { useState } from 'react'
import { useChangeEndpoint, useMakeEndpoint } from '../../api/webhooks/endpoints.js'
import { Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form, type FormMutation } from '../../parts/form.js'
import { ShownOnce } from '../../parts/shown-once.js'

/** The events in words, in their order. */
const eventTexts = [
  ['run.succeeded', 'A run succeeds'],
  ['run.failed', 'A run fails'],
  ['schedule.paused', 'A schedule is paused'],
  ['contract.changed', 'The actions or fields of a product change'],
  ['product.degraded', 'A product fails again and again'],
  ['usage.threshold', 'A budget of calls reaches its warning'],
  ['key.expiring', 'An API key expires in a week']
] as const satisfies readonly (readonly [EventFilter, string])[]

/** What an address is told of, in words. */
export function eventsText(events: readonly EventFilter[]): string {
  if (events.includes('*')) return 'All events'
  const chosen = chosenOf(events)
  return eventTexts.flatMap(([name, text]) => (chosen.includes(name) ? [text] : [])).join(', ')
}

/** The single events that filters let through. */
function chosenOf(events: readonly EventFilter[]): readonly EventFilter[] {
  const isWanted = (name: EventFilter) => events.some(filter => filter === name || filter === `${name.split('.')[0]}.*`)
  return eventTexts.map(([name]) => name).filter(isWanted)
}

/** The dialog that adds an address: first its form, then its secret, this one time. */
export function NewEndpoint({ close }: { readonly close: () => void }) {
  const make = useMakeEndpoint()
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <NewSecret secret={secret} close={close} />
  return (
    <Dialog title="Add an address" close={close} isBusy={make.isPending}>
      <EndpointForm
        initial={{ url: '', events: ['*'] }}
        submit={members => make.mutate(members, { onSuccess: made => setSecret(made.secret) })}
        mutation={make}
        action="Add the address"
        close={close}
      />
    </Dialog>
  )
}

interface ChangeProps {
  readonly endpoint: WebhookEndpoint
  /** Called with the new secret, if there is one. */
  readonly close: (secret?: string) => void
}

/** The dialog that changes an address or what it is told of. */
export function ChangeEndpoint({ endpoint, close }: ChangeProps) {
  const change = useChangeEndpoint(endpoint.id)
  return (
    <Dialog title="Change the address" close={() => close()} isBusy={change.isPending}>
      <EndpointForm
        initial={endpoint}
        submit={members => change.mutate(members, { onSuccess: changed => close(changed.secret) })}
        mutation={change}
        action="Save"
        close={() => close()}
      />
    </Dialog>
  )
}

type Members = Pick<WebhookEndpoint, 'url' | 'events' | 'description'>

interface EndpointFormProps {
  readonly initial: Members
  readonly submit: (members: Members) => void
  readonly mutation: FormMutation
  readonly action: string
  readonly close: () => void
}

const url: FieldOptions = {
  label: 'Address',
  hint: 'Such as https://example.com/webhooks. Another address gets another secret.',
  missing: 'Enter an address.',
  autoComplete: 'off',
  spellCheck: false,
  inputMode: 'url'
}

const description: FieldOptions = { label: 'Name', hint: 'What you call it.', autoComplete: 'off', maxLength: 200 }

function EndpointForm({ initial, submit, mutation, action, close }: EndpointFormProps) {
  const [isAll, setAll] = useState(initial.events.includes('*'))
  const [chosen, setChosen] = useState(() => chosenOf(initial.events))
  const toggle = (name: EventFilter) =>
    setChosen(chosen.includes(name) ? chosen.filter(each => each !== name) : [...chosen, name])
  return (
    <Form
      fields={{ url, description }}
      initial={{ url: initial.url, description: initial.description ?? '' }}
      submit={sent => submit({ ...sent, events: isAll || chosen.length === 0 ? ['*'] : chosen })}
      mutation={mutation}
      action={action}
      cancel={{ text: 'Cancel', run: close }}
    >
      <fieldset className="stack">
        <legend className="legend">Which events?</legend>
        <label className="choice">
          <input type="radio" name="which" checked={isAll} onChange={() => setAll(true)} />
          All, also those that a later version adds
        </label>
        <label className="choice">
          <input type="radio" name="which" checked={!isAll} onChange={() => setAll(false)} />
          Only what I select
        </label>
        {!isAll &&
          eventTexts.map(([name, text]) => (
            <label key={name} className="choice">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
              {text}
            </label>
          ))}
      </fieldset>
    </Form>
  )
}

/** A new secret, shown this one time. */
export function NewSecret({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  return (
    <ShownOnce
      title="The secret of this address"
      what="secret"
      text={secret}
      lost="you have to make a new one"
      close={close}
    >
      <p>
        Messages are signed with it. Copy it now and give it to your server, which checks the signatures. You cannot see
        it again; if you lose it, make a new one.
      </p>
    </ShownOnce>
  )
}
