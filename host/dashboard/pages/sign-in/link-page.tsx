import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { hasCode } from '../../api/problem.js'
import { type FieldOptions, Form, type FormMutation } from '../../parts/form.js'
import { Page } from '../../parts/page.js'

interface LinkPageProps<Name extends string> {
  readonly title: string
  /** Below the title; in the card where there are no fields. */
  readonly lead?: ReactNode
  readonly fields: Readonly<Record<Name, FieldOptions>>
  readonly mutation: FormMutation
  readonly submit: (values: Readonly<Record<NoInfer<Name> | 'token', string>>) => void
  readonly action: string
  /** What can be done about the error of the form. */
  readonly remedy?: ReactNode
  /** What a link that does not work has left as it was, and what can be done: a paragraph each. */
  readonly consequence: readonly string[]
  /** The pages where it can be done, the most likely first. */
  readonly ways: readonly (readonly [path: string, text: string])[]
  /** The title of the page after a success, and what it shows then. */
  readonly doneTitle?: string
  readonly done?: ReactNode
}

/** The page that a link in an e-mail opens. Its token is in the fragment of the address, so that no server receives it. */
export function LinkPage<Name extends string>(props: LinkPageProps<Name>) {
  const { title, lead, fields, mutation, submit, action, remedy, doneTitle = title, done } = props
  const token = useToken()
  const hasFields = Object.keys(fields).length > 0
  if (token === null)
    return (
      <BrokenLink {...props} problem="This link is incomplete">
        A part of it is missing. Open the e-mail and press the link itself, or copy all of it into the address bar.
      </BrokenLink>
    )
  if (hasCode(mutation.error, 'invalid_link'))
    return (
      <BrokenLink {...props} problem="This link does not work">
        It was used already, it is too old, or a newer e-mail has replaced it.
      </BrokenLink>
    )
  return (
    <Page
      title={mutation.isSuccess ? doneTitle : title}
      lead={mutation.isSuccess || !hasFields ? undefined : lead}
      isForm
    >
      <div className="card">
        {mutation.isSuccess ? (
          done
        ) : (
          <>
            {!hasFields && <p>{lead}</p>}
            <Form
              fields={fields}
              submit={values => submit({ ...values, token })}
              mutation={mutation}
              remedy={remedy}
              action={action}
            />
          </>
        )}
      </div>
    </Page>
  )
}

interface DoneProps {
  /** Where to go on. */
  readonly next: readonly [path: string, text: string]
  readonly children: ReactNode
}

/** What a link has achieved, with one button that leads on. */
export function Done({ next: [path, text], children }: DoneProps) {
  return (
    <>
      <div role="status" className="stack tight">
        {children}
      </div>
      <div className="actions">
        <Link to={path} className="button primary">
          {text}
        </Link>
      </div>
    </>
  )
}

/** The token in the fragment of the address; null if there is none. */
export function useToken(): string | null {
  return useLocationProperty(() => new URLSearchParams(location.hash.slice(1)).get('token'))
}

interface BrokenLinkProps extends Pick<LinkPageProps<string>, 'consequence' | 'ways'> {
  readonly problem: string
  /** Why the link does not work. */
  readonly children: ReactNode
}

function BrokenLink({ problem, consequence, ways, children }: BrokenLinkProps) {
  return (
    <Page title={problem} lead={children} isForm>
      <div className="card">
        {consequence.map(text => (
          <p key={text}>{text}</p>
        ))}
        <div className="actions">
          {ways.map(([path, text], index) => (
            <Link key={path} to={path} className={`button ${index === 0 ? 'primary' : ''}`}>
              {text}
            </Link>
          ))}
        </div>
      </div>
    </Page>
  )
}
