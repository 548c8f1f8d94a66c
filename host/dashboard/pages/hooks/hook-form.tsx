import type { HookMembers } from '@product-host/sdk/client'
import { type ReactNode, useMemo, useState } from 'react'
import { type FieldIssue, issuesOf } from '../../api/problem.js'
import type { JsonSchema } from '../../api/products.js'
import type { OfferedHook } from '../../api/webhooks/hooks.js'
import { type Field, planInput } from '../../forms/field-plan.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { filledMembers } from '../../forms/values.js'
import { Button } from '../../parts/button.js'
import type { FormMutation } from '../../parts/form.js'
import { ErrorNotice } from '../../parts/notice.js'

type Decided = Omit<HookMembers, 'product' | 'hook'>

interface HookFormProps {
  readonly offered: OfferedHook
  /** What the form has at first, as it is shown; a secret is never shown. */
  readonly initial: Readonly<Record<string, unknown>>
  readonly submit: (members: Decided) => void
  readonly mutation: FormMutation
  readonly action: string
  readonly cancel: ReactNode
}

const signatureNames: Readonly<Record<string, string>> = {
  'standard-webhooks': 'Standard Webhooks',
  github: 'GitHub',
  stripe: 'Stripe',
  slack: 'Slack',
  shopify: 'Shopify',
  basic: 'Name and password (Basic)'
}

/** What people call a kind of signature. */
export function signatureName(kind: string): string {
  return signatureNames[kind] ?? 'None'
}

/** What an account decides of a hook. */
export function HookForm({ offered, initial, submit, mutation, action, cancel }: HookFormProps) {
  const [data, setData] = useState(initial)
  const isSigned = typeof data.signature === 'string'
  const hasSecret = isSigned && data.signature === initial.signature
  const fields = useMemo(() => fieldsOf(offered, isSigned, hasSecret), [offered, isSigned, hasSecret])
  const issues = useMemo(() => issuesOf(mutation.error).map(shownAt), [mutation.error])
  const send = () => {
    const { name, input, signature, secret, redirect } = filledMembers(data)
    submit({
      name: String(name),
      input: typeof input === 'object' && input !== null ? filledMembers({ ...input }) : {},
      // What is not changed keeps its secret.
      ...(!(hasSecret && secret === undefined) && {
        signature: typeof signature === 'string' ? { kind: signature, secret: String(secret ?? '') } : null
      }),
      redirect: typeof redirect === 'string' ? redirect : null
    })
  }
  return (
    <SchemaForm
      fields={fields}
      definitions={actionSchema(offered)?.$defs}
      slug={offered.product.slug}
      data={data}
      change={setData}
      submit={send}
      issues={issues}
    >
      <ErrorNotice error={mutation.error} shown={issuesOf(mutation.error).map(({ pointer }) => pointer)} />
      <div className="actions">
        {cancel}
        <Button type="submit" tone="primary" isBusy={mutation.isPending}>
          {action}
        </Button>
      </div>
    </SchemaForm>
  )
}

/** The host names places in the body that it gets; the form has kind and secret side by side. */
function shownAt(issue: FieldIssue): FieldIssue {
  return issue.pointer === '#/signature/secret' ? { ...issue, pointer: '#/secret' } : issue
}

function actionSchema({ product, hook }: OfferedHook): JsonSchema | undefined {
  return product.actions.find(({ name }) => name === hook.action)?.inputSchema
}

function fieldsOf(offered: OfferedHook, isSigned: boolean, hasSecret: boolean): readonly Field[] {
  const { bodies, chosen, signatures } = offered.hook
  const { properties = {}, required = [] } = actionSchema(offered) ?? {}
  const own = Object.fromEntries(chosen.flatMap(name => (properties[name] ? [[name, properties[name]]] : [])))
  const kinds = signatures.filter(kind => kind !== 'none')
  const isRequired = !signatures.includes('none')
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1, maxLength: 100, pattern: '\\S' },
      ...(Object.keys(own).length > 0 && {
        input: {
          type: 'object',
          title: 'What you decide',
          description: 'These fields are the same in every call. What the sender says of them is ignored.',
          properties: own,
          required: required.filter(name => Object.hasOwn(own, name))
        }
      }),
      signature: {
        type: 'string',
        title: 'Signature',
        description: 'How the sender proves that a call is its own.',
        enum: kinds
      },
      ...(isSigned && {
        secret: {
          type: 'string',
          title: 'Secret',
          writeOnly: true,
          maxLength: 512,
          description: hasSecret
            ? 'Leave it empty to keep the secret.'
            : 'As the sender shows it; for a name and a password, both with a colon between them. It is encrypted.'
        }
      }),
      ...(bodies.includes('form') && {
        redirect: {
          type: 'string',
          title: 'Page after a form',
          maxLength: 2_000,
          description: 'The https address that a browser is sent to. Without it, a page says thank you.'
        }
      })
    },
    required: ['name', ...(isRequired ? ['signature'] : []), ...(isSigned && !hasSecret ? ['secret'] : [])]
  }
  return planInput(schema).map(field => (field.name === 'signature' ? withNames(field, kinds, isRequired) : field))
}

function withNames(field: Field, kinds: readonly string[], isRequired: boolean): Field {
  const options = kinds.map(value => ({ value, text: signatureName(value) }))
  const hint = isRequired ? 'Choose one' : 'None: the URL is the only secret'
  return { ...field, control: { kind: 'choice', options, hint } }
}
