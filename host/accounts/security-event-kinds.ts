/** One kind of security event: what its owner reads, and what becomes of it. */
interface Kind {
  /** The event in plain words, without a full stop. */
  readonly title: string
  /** Whether its owner gets an e-mail about it, where the deployment sends mail. */
  readonly isEmailed: boolean
  /** Whether the same event within an hour only raises the count of the first one, without another e-mail. */
  readonly isCounted?: true
}

/** Every kind of security event. Codes are public and never used for anything else. */
export const securityEventKinds = {
  sign_in_new_browser: { title: 'Sign-in from a new browser', isEmailed: true },
  key_created: { title: 'API key created', isEmailed: true },
  key_rotated: { title: 'API key rotated', isEmailed: true },
  key_revoked: { title: 'API key revoked', isEmailed: true },
  all_keys_revoked: { title: 'All API keys revoked', isEmailed: true },
  jobs_stopped: { title: 'Jobs stopped because their API key has ended', isEmailed: true, isCounted: true },
  password_changed: { title: 'Password changed', isEmailed: true },
  password_reset: { title: 'Password reset by a link', isEmailed: true },
  email_change_requested: { title: 'Change of the e-mail address requested', isEmailed: true },
  email_changed: { title: 'E-mail address changed', isEmailed: true },
  data_exported: { title: 'All data exported', isEmailed: true },
  account_erased: { title: 'Account deleted', isEmailed: true },
  second_factor_on: { title: 'Second factor turned on', isEmailed: true },
  second_factor_off: { title: 'Second factor turned off', isEmailed: true },
  second_factor_limit_reached: {
    title: 'Too many wrong codes of the second factor, by somebody who knows the password or is signed in',
    isEmailed: true,
    isCounted: true
  },
  recovery_code_used: { title: 'Recovery code used', isEmailed: true },
  recovery_codes_replaced: { title: 'Recovery codes replaced', isEmailed: true },
  second_factor_removal_requested: { title: 'Removal of the second factor requested', isEmailed: true },
  second_factor_removal_cancelled: { title: 'Removal of the second factor cancelled', isEmailed: false },
  second_factor_removed: { title: 'Second factor removed after the waiting time', isEmailed: true },
  operator_disabled_account: { title: 'Account disabled by the operator', isEmailed: true },
  operator_enabled_account: { title: 'Account enabled by the operator', isEmailed: true },
  operator_reset_password: { title: 'Password reset by the operator', isEmailed: true },
  operator_reset_second_factor: { title: 'Second factor removed by the operator', isEmailed: true },
  operator_granted_access: { title: 'Access to every product granted by the operator', isEmailed: false },
  operator_ended_grant: { title: 'Grant of access ended by the operator', isEmailed: false },
  operator_created_key: { title: 'API key created by the operator', isEmailed: true },
  operator_revoked_key: { title: 'API key revoked by the operator', isEmailed: true }
} as const satisfies Record<string, Kind>

/** The code of a kind of security event. */
export type SecurityEventKind = keyof typeof securityEventKinds

/** What is known of a kind. */
export function kindOf(code: SecurityEventKind): Kind {
  return securityEventKinds[code]
}
