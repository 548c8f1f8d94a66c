/** What an answer remarks about a probe beside its status, and when. */
export const notes = {
  slow: 'The answer took longer than degradedMs.',
  slow_for_this_target: 'The answer took unusually long for this target, by its last good checks.',
  certificate_ending: 'The certificate has certWarnDays or fewer left.',
  unconfirmed_down: 'The check failed, but not yet as often in a row as `confirmations` asks before the state turns.',
  body_cut: 'The body was longer than 256 KiB; conditions were held against its beginning.',
  headers_not_sent: 'The address is not of the origin in the settings, so the secret headers stayed here.',
  url_changed: 'The last check of this target went to another address.',
  not_kept: 'Nothing was kept: the target is blocked and new, or 100 targets with a rhythm are kept already.'
} as const

/** The code of a remark. */
export type Note = keyof typeof notes
