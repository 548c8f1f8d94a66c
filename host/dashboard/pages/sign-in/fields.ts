import type { FieldOptions } from '../../parts/form.js'

/** The e-mail address of an existing account. */
export const emailField: FieldOptions = {
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'username',
  missing: 'Enter an e-mail address.'
}

/** The password of an existing account. */
export const passwordField: FieldOptions = {
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
  missing: 'Enter a password.'
}

/** A new password. */
export const newPasswordField: FieldOptions = {
  label: 'New password',
  hint: 'At least 8 characters.',
  type: 'password',
  autoComplete: 'new-password',
  missing: 'Enter a password.'
}

/** A code of the second factor: from the authenticator app, or a recovery code. */
export const codeField: FieldOptions = {
  label: 'Code',
  hint: 'Six digits, or one of your recovery codes.',
  autoComplete: 'one-time-code',
  autoCapitalize: 'off',
  spellCheck: false,
  maxLength: 64,
  missing: 'Enter a code.',
  refusals: {
    invalid_code: 'This code does not work. Enter the one that the app shows now, or an unused recovery code.'
  }
}
