/** What an address loses of its quality of 100. Source: the contract of this product (README, "enrich"). */
const penalties = { invalid: 100, disposable: 70, cannotReceive: 60, typo: 40, role: 20, free: 20 } as const

/** What each flag takes; flags that say the same, such as that no mail can be received, take it once. */
const penaltyOf: ReadonlyMap<string, keyof typeof penalties> = new Map([
  ['invalid_email', 'invalid'],
  ['disposable', 'disposable'],
  ['free', 'free'],
  ['role', 'role'],
  ['typo', 'typo'],
  ['reserved_domain', 'cannotReceive'],
  ['public_suffix', 'cannotReceive'],
  ['unknown_tld', 'cannotReceive'],
  ['no_mx', 'cannotReceive'],
  ['refuses_mail', 'cannotReceive']
])

/** The quality of a subject with these flags, 0 to 100; undefined where there is neither address nor domain to judge. */
export function qualityBy(flags: readonly string[]): number | undefined {
  if (flags.includes('no_address')) return undefined
  const reasons = new Set(flags.map(flag => penaltyOf.get(flag)).filter(reason => reason !== undefined))
  return Math.max(0, 100 - [...reasons].reduce((sum, reason) => sum + penalties[reason], 0))
}
