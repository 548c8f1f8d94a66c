import type { RecordKind } from '@product-host/sdk'
import { useState } from 'react'
import { type RecordKinds, type StoredRecord, useDeleteByAction, useDeleteRecord } from '../../api/data.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import type { FormMutation } from '../../parts/form.js'
import { Tabs } from '../../parts/tabs.js'
import { Badge, Time } from '../../parts/values.js'
import { isObject, valueAt } from '../../views/answer.js'
import { Members } from '../../views/members.js'
import { changedAt, headingOf, isGenerated } from '../../views/record.js'
import { textOf } from '../../views/words.js'

/** Most characters of a preview: one line of a wide window. */
const previewLength = 140

interface RecordEntryProps {
  readonly slug: string
  readonly record: StoredRecord
  readonly kinds: RecordKinds
}

/** One record: its heading and the beginning of its text, and behind it all of it, with a button that deletes it. */
export function RecordEntry({ slug, record, kinds }: RecordEntryProps) {
  const { key, value, isUnreadable } = record
  const start = Object.keys(kinds).find(each => key.startsWith(each))
  const kind = start === undefined ? undefined : kinds[start]
  const rest = key.slice(start?.length ?? 0)
  const heading = headingOf(value, kind, rest)
  const changed = changedAt(value, kind)
  return (
    <li>
      <details>
        <summary className="record">
          <span className="record-head">
            <strong>{heading}</strong> <Badge>{kind?.title ?? 'Internal'}</Badge>
          </span>{' '}
          {changed && (
            <span className="quiet">
              <Time at={changed} />
            </span>
          )}{' '}
          <span className="quiet preview">{isUnreadable ? 'Cannot be read' : preview(value, kind)}</span>
        </summary>
        <div className="stack">
          {isUnreadable ? (
            <p>The host cannot read this record any more. It stays as it is until it is deleted.</p>
          ) : (
            <Tabs
              label={`The record ${heading}`}
              tabs={[
                { name: 'Record', content: <Members value={isObject(value) ? value : { value }} schema={undefined} /> },
                {
                  name: 'JSON',
                  content: (
                    <Code
                      text={JSON.stringify({ key, value }, null, 2)}
                      language="json"
                      label={`The record ${heading} as JSON`}
                    />
                  )
                }
              ]}
            />
          )}
          {kind?.deletion === 'alone' && <DeleteAlone slug={slug} recordKey={key} kind={kind} heading={heading} />}
          {typeof kind?.deletion === 'object' && (
            <DeleteByAction slug={slug} rest={rest} kind={kind} deletion={kind.deletion} heading={heading} />
          )}
          {kind && !kind.deletion && (
            <p className="quiet">Other records depend on this one, so that it is deleted only with all data.</p>
          )}
        </div>
      </details>
    </li>
  )
}

/** The beginning of a record as text. */
function preview(value: unknown, kind: RecordKind | undefined): string {
  const text = kind?.text === undefined ? textOf(telling(value, kind)) : textOf(valueAt(kind.text, value))
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text
}

/** The members of a record that say something beside its heading and its time; those with values that a product made for itself do not. */
function telling(value: unknown, kind: RecordKind | undefined): unknown {
  if (kind?.heading === undefined || !isObject(value)) return value
  const shown = [kind.heading, kind.time].map(pointer => pointer?.split('/')[1])
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, each]) =>
        typeof each !== 'object' && !shown.includes(name) && !/^id$|Id$/.test(name) && !isGenerated(each)
    )
  )
}

interface DeleteProps {
  readonly slug: string
  readonly kind: RecordKind
  readonly heading: string
}

function DeleteAlone({ slug, recordKey, kind, heading }: DeleteProps & { readonly recordKey: string }) {
  const remove = useDeleteRecord(slug)
  return <DeleteButton kind={kind} heading={heading} mutation={remove} confirm={() => remove.mutate(recordKey)} />
}

interface DeleteByActionProps extends DeleteProps {
  /** What the key has after the start of its kind. */
  readonly rest: string
  readonly deletion: Extract<RecordKind['deletion'], object>
}

function DeleteByAction({ slug, rest, kind, deletion, heading }: DeleteByActionProps) {
  const remove = useDeleteByAction(slug)
  const { action, input, member } = deletion
  return (
    <DeleteButton
      kind={kind}
      heading={heading}
      mutation={remove}
      confirm={() => remove.mutate({ action, ...input, [member]: rest })}
    />
  )
}

interface DeleteButtonProps extends Omit<DeleteProps, 'slug'> {
  readonly mutation: FormMutation
  readonly confirm: () => void
}

/** Asks before the record is deleted, with what goes; once it is gone, its entry in the list goes with the dialog. */
function DeleteButton({ kind, heading, mutation, confirm }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button tone="danger" onClick={() => setOpen(true)}>
        Delete<span className="visually-hidden"> {heading}</span>
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete “${heading}”?`}
          action="Delete permanently"
          mutation={mutation}
          confirm={confirm}
          close={close}
        >
          <p>
            This deletes the {kind.title.toLowerCase()} “{heading}”, and its history if it has one. Other records stay
            as they are. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
