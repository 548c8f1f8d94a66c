import { Field } from '../../parts/field.js'

interface CodeFieldProps {
  readonly code: string
  readonly setCode: (code: string) => void
  /** False where only the app's code is accepted. */
  readonly takesRecoveryCode?: boolean
}

/** Takes the code of an authenticator app, or a recovery code. */
export function CodeField({ code, setCode, takesRecoveryCode = true }: CodeFieldProps) {
  return (
    <Field
      label="Code"
      hint={
        takesRecoveryCode
          ? 'The six digits of your authenticator app, or a recovery code.'
          : 'The six digits that the app shows.'
      }
      autoComplete="one-time-code"
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="off"
      spellCheck={false}
      required
      maxLength={64}
      value={code}
      onChange={event => setCode(event.target.value)}
    />
  )
}
