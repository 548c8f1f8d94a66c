/** One kind of security event: its title for the owner, and whether it is sent by email. */
interface SecurityEventDescription {
  /** The event in plain words, without a full stop. */
  readonly title: string
  /** Whether its owner gets an e-mail about it, where the deployment sends mail. */
  readonly isEmailed: boolean
  /**
   * Which same events within an hour only raise the count of the first one, without another e-mail: those about the same key and
   * product, or those that are also from the same browser and network. Left out, every event stands for itself.
   */
  readonly countedBy?: 'subject' | 'client'
}

/** Every kind of security event. Codes are public and never used for anything else. */
const securityEventKinds = {
  sign_in: { title: 'Signed in', isEmailed: false, countedBy: 'client' },
  sign_in_new_browser: { title: 'Signed in from a new browser', isEmailed: true },
  session_ended: { title: 'Another browser signed out', isEmailed: false },
  all_sessions_ended: { title: 'Every browser signed out', isEmailed: false },
  key_created: { title: 'API key created', isEmailed: true },
  key_rotated: { title: 'API key rotated', isEmailed: true },
  key_revoked: { title: 'API key revoked', isEmailed: true },
  app_connected: { title: 'App connected', isEmailed: true },
  app_disconnected: { title: 'App disconnected', isEmailed: true },
  all_keys_revoked: { title: 'All API keys revoked', isEmailed: true },
  jobs_stopped: {
    title: 'Jobs stopped because their API key or every sign-in has ended',
    isEmailed: true,
    countedBy: 'subject'
  },
  schedule_unreadable: {
    title: 'Schedule paused because its input cannot be decrypted: save the input again',
    isEmailed: true,
    countedBy: 'subject'
  },
  webhook_endpoint_added: { title: 'Address for webhooks added or changed', isEmailed: true },
  webhook_endpoint_paused: {
    title: 'Webhooks paused because the API key or every sign-in that had set them up has ended',
    isEmailed: true
  },
  webhook_endpoint_failing: { title: 'Webhooks paused because none could be delivered for days', isEmailed: true },
  webhook_endpoint_unreadable: {
    title: 'Webhooks paused because their secret cannot be decrypted: make a new secret',
    isEmailed: true,
    countedBy: 'subject'
  },
  hook_created: { title: 'Hook created', isEmailed: true },
  hook_rotated: { title: 'URL of a hook replaced', isEmailed: true },
  hook_failed: { title: 'A call of a hook was accepted and its run failed', isEmailed: true },
  password_changed: { title: 'Password changed', isEmailed: true },
  password_reset: { title: 'Password reset with a link', isEmailed: true },
  email_change_requested: { title: 'Change of the e-mail address requested', isEmailed: true },
  email_changed: { title: 'E-mail address changed', isEmailed: true },
  data_exported: { title: 'All data exported', isEmailed: true },
  outcome_settled: { title: 'Lost outcome of a request settled', isEmailed: false },
  product_data_erased: { title: 'All data of a product deleted', isEmailed: true },
  account_erased: { title: 'Account deleted', isEmailed: true },
  second_factor_on: { title: 'Two-factor authentication turned on', isEmailed: true },
  second_factor_off: { title: 'Two-factor authentication turned off', isEmailed: true },
  second_factor_limit_reached: {
    title: 'Too many wrong codes of two-factor authentication, by somebody who knows the password or is signed in',
    isEmailed: true,
    countedBy: 'subject'
  },
  recovery_code_used: { title: 'Recovery code used', isEmailed: true },
  recovery_codes_replaced: { title: 'Recovery codes replaced', isEmailed: true },
  second_factor_removal_requested: { title: 'Removal of two-factor authentication requested', isEmailed: true },
  second_factor_removal_cancelled: { title: 'Removal of two-factor authentication cancelled', isEmailed: false },
  second_factor_removed: { title: 'Two-factor authentication removed as requested', isEmailed: true },
  operator_enrolled: { title: 'Account enrolled as an operator of the service', isEmailed: true },
  operator_disabled_account: { title: 'Account disabled by the operator', isEmailed: true },
  operator_enabled_account: { title: 'Account enabled by the operator', isEmailed: true },
  operator_reset_password: { title: 'Password reset by the operator', isEmailed: true },
  operator_reset_second_factor: { title: 'Two-factor authentication removed by the operator', isEmailed: true },
  operator_granted_access: { title: 'Access to every product granted by the operator', isEmailed: false },
  operator_ended_grant: { title: 'Grant of access ended by the operator', isEmailed: false },
  operator_created_key: { title: 'API key created by the operator', isEmailed: true },
  operator_revoked_key: { title: 'API key revoked by the operator', isEmailed: true }
} as const satisfies Record<string, SecurityEventDescription>

/** The code of a kind of security event. */
export type SecurityEventKind = keyof typeof securityEventKinds

/** What is known of a kind. */
export function securityEventKind(code: SecurityEventKind): SecurityEventDescription {
  return securityEventKinds[code]
}

/** What has happened to an account's security, as whoever records it says it. */
export interface NewSecurityEvent {
  readonly kind: SecurityEventKind
  readonly keyId?: string
  readonly sessionId?: string
  /** The slug of the product that the event concerns. */
  readonly product?: string
  /** The caller's IP address; only its network is stored. */
  readonly address?: string
  /** The caller's User-Agent header; only the names of browser and system are stored. */
  readonly browser?: string
}

/** A security event as it is stored and as its owner sees it. */
export interface SecurityEvent {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly kind: SecurityEventKind
  readonly keyId?: string
  readonly sessionId?: string
  readonly product?: string
  /** Such as 192.0.2.0/24. */
  readonly network?: string
  /** Such as "Firefox on Linux". */
  readonly browser?: string
  /** How often the same event occurred within an hour, where that is more than once. */
  readonly count?: number
}
