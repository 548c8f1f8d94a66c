/** A month, YYYY-MM, as people write it: `November 2026`. */
export function monthText(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`))
}

/** A day, YYYY-MM-DD, as people write it: `21 November 2026`. */
export function dayText(date: string): string {
  return fullDay.format(new Date(`${date}T00:00:00Z`))
}

/** An entry by its number, as people speak of it: `e:000000000007` is entry 7. */
export function entryText(entryId: string): string {
  return `entry ${Number(entryId.slice(entryId.indexOf(':') + 1))}`
}

/** An account of the ledger in words. */
export function accountText(account: string): string {
  const [kind, , name = ''] = account.split(':')
  const isNamed = name !== '' && name !== 'unspecified'
  if (account === 'liability:provider') return 'Owed to providers'
  if (account === 'income:usage') return 'Income from use'
  if (kind === 'expense') return isNamed ? `Cost of ${name}` : 'Cost, no model named'
  if (kind === 'asset') return isNamed ? `Owed by ${name}` : 'Owed by customers'
  return account
}

const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
