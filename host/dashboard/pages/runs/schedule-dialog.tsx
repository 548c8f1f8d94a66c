import type { Schedule, ScheduleMembers } from '@product-host/sdk/client'
import { useId, useMemo, useState } from 'react'
import { issuesOf } from '../../api/problem.js'
import { type JsonSchema, useProduct } from '../../api/products.js'
import { useChangeSchedule, useMakeSchedule } from '../../api/runs.js'
import { planInput } from '../../forms/field-plan.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { filledMembers } from '../../forms/values.js'
import { Button, CancelButton } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form, type FormMutation } from '../../parts/form.js'
import { ErrorNotice } from '../../parts/notice.js'
import { cronOf, type Frequency, frequencies, frequencyOf } from './timing.js'

type Rules = Required<Pick<ScheduleMembers, 'overlap' | 'missed'>>
type Timed = Required<Pick<ScheduleMembers, 'name' | 'cron' | 'timezone'>> & Rules

interface NewScheduleProps {
  readonly what: Pick<ScheduleMembers, 'product' | 'action' | 'input'>
  /** What the schedule is called if its owner thinks of nothing better. */
  readonly suggestedName: string
  readonly show: (schedule: Schedule) => void
  readonly close: () => void
}

/** The dialog that makes a schedule of an action with an input. */
export function NewSchedule({ what, suggestedName, show, close }: NewScheduleProps) {
  const make = useMakeSchedule()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <Dialog title="Run on a schedule" close={close} isBusy={make.isPending}>
      <TimingForm
        initial={{ name: suggestedName, cron: '0 8 * * *', timezone: timeZone, overlap: 'skip', missed: 'once' }}
        submit={members => make.mutate({ ...what, ...members }, { onSuccess: show })}
        mutation={make}
        action="Make the schedule"
        close={close}
      />
    </Dialog>
  )
}

/** The dialog that changes when a schedule is due. */
export function ChangeSchedule({ schedule, close }: { readonly schedule: Schedule; readonly close: () => void }) {
  const change = useChangeSchedule(schedule.id)
  return (
    <Dialog title="Change the schedule" close={close} isBusy={change.isPending}>
      <TimingForm
        initial={schedule}
        submit={members => change.mutate(members, { onSuccess: close })}
        mutation={change}
        action="Save"
        close={close}
      />
    </Dialog>
  )
}

/** The button and the dialog that change the input of a schedule's runs. */
export function ChangeInput({ schedule, text }: { readonly schedule: Schedule; readonly text: string }) {
  const { id, productId } = schedule
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const change = useChangeSchedule(id)
  const product = useProduct(productId)
  const action = product.data?.actions.find(({ name }) => name === schedule.action)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text}</Button>
      {isOpen && (
        <Dialog title={text} close={close} isBusy={change.isPending} isWide>
          {action ? (
            <InputForm
              slug={productId}
              inputSchema={action.inputSchema}
              initial={schedule.input ?? {}}
              submit={input => change.mutate({ input }, { onSuccess: close })}
              mutation={change}
              close={close}
            />
          ) : (
            <p>Its product has no such action at the moment.</p>
          )}
        </Dialog>
      )}
    </>
  )
}

interface InputFormProps extends Pick<TimingFormProps, 'mutation' | 'close'> {
  readonly slug: string
  readonly inputSchema: JsonSchema
  readonly initial: Readonly<Record<string, unknown>>
  readonly submit: (input: Readonly<Record<string, unknown>>) => void
}

function InputForm({ slug, inputSchema, initial, submit, mutation, close }: InputFormProps) {
  const [data, setData] = useState(initial)
  const fields = useMemo(() => planInput(inputSchema), [inputSchema])
  const issues = useMemo(() => issuesOf(mutation.error), [mutation.error])
  return (
    <SchemaForm
      fields={fields}
      definitions={inputSchema.$defs}
      slug={slug}
      data={data}
      change={setData}
      submit={() => submit(filledMembers(data))}
      issues={issues}
      below="#/input"
    >
      <ErrorNotice error={mutation.error} shown={issues.map(({ pointer }) => pointer)} />
      <div className="actions">
        <CancelButton isHeld={mutation.isPending} onClick={close}>
          Cancel
        </CancelButton>
        <Button type="submit" tone="primary" isBusy={mutation.isPending}>
          Save
        </Button>
      </div>
    </SchemaForm>
  )
}

interface TimingFormProps {
  readonly initial: Timed
  readonly submit: (members: Timed) => void
  readonly mutation: FormMutation
  readonly action: string
  readonly close: () => void
}

const name: FieldOptions = {
  label: 'Name',
  missing: 'Enter a name.',
  autoComplete: 'off',
  refusesBlanks: true,
  maxLength: 100
}
const time: FieldOptions = { label: 'Time', missing: 'Enter a time of day.', type: 'time' }
const cron: FieldOptions = {
  label: 'Cron pattern',
  hint: 'Minute, hour, day of the month, month and day of the week: “30 6 * * 1,4” is half past six on Mondays and Thursdays.',
  missing: 'Enter a pattern.',
  autoComplete: 'off',
  spellCheck: false
}
const timezone: FieldOptions = {
  label: 'Time zone',
  hint: 'Such as Europe/Berlin or America/New_York.',
  missing: 'Enter a time zone.',
  autoComplete: 'off',
  spellCheck: false
}

const overlaps = [
  ['skip', 'Skip this time'],
  ['queue', 'Run after it'],
  ['allow', 'Run beside it']
] as const
const misses = [
  ['once', 'Run once for all of them'],
  ['skip', 'Leave them out'],
  ['all', 'Run each of the last 100']
] as const

function TimingForm({ initial, submit, mutation, action, close }: TimingFormProps) {
  const known = frequencyOf(initial.cron)
  const [frequency, setFrequency] = useState<Frequency>(known.frequency)
  const [rules, setRules] = useState<Rules>({ overlap: initial.overlap, missed: initial.missed })
  const values = { name: initial.name, time: known.time, cron: initial.cron, timezone: initial.timezone }
  const timing = frequency === 'own' ? { cron } : { time }
  return (
    <Form
      fields={{ name, ...timing, timezone }}
      initial={values}
      submit={({ name, timezone, ...sent }: Readonly<Record<string, string>>) =>
        submit({
          name: name ?? '',
          timezone: timezone ?? '',
          cron: frequency === 'own' ? (sent.cron ?? '') : cronOf(frequency, sent.time ?? ''),
          ...rules
        })
      }
      mutation={mutation}
      action={action}
      cancel={{ text: 'Cancel', run: close }}
    >
      <Choice label="How often" value={frequency} choices={frequencies} choose={setFrequency} />
      <Choice
        label="If the run before has not ended"
        value={rules.overlap}
        choices={overlaps}
        choose={overlap => setRules({ ...rules, overlap })}
      />
      <Choice
        label="Times that were missed"
        value={rules.missed}
        choices={misses}
        choose={missed => setRules({ ...rules, missed })}
      />
    </Form>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly (readonly [value: Value, text: string])[]
  readonly choose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, choices, choose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([name]) => name === target.value)
          if (chosen) choose(chosen[0])
        }}
      >
        {choices.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
