/** How often a schedule is due, as most people say it; `own` is any other pattern. */
export const frequencies = [
  ['hourly', 'Every hour'],
  ['daily', 'Every day'],
  ['weekdays', 'Every weekday'],
  ['weekly', 'Every Monday'],
  ['monthly', 'On the first of every month'],
  ['own', 'As a cron pattern says']
] as const

/** How often a schedule is due. */
export type Frequency = (typeof frequencies)[number][0]

/** The fields of a pattern behind minute and hour. */
const days: Readonly<Partial<Record<Frequency, string>>> = {
  daily: '* * *',
  weekdays: '* * 1-5',
  weekly: '* * 1',
  monthly: '1 * *'
}

/** The pattern of a frequency at a time of day such as `08:00`; of `hourly`, only its minutes count. */
export function cronOf(frequency: Exclude<Frequency, 'own'>, time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return frequency === 'hourly' ? `${minute} * * * *` : `${minute} ${hour} ${days[frequency]}`
}

/** The frequency and the time of day of a pattern. */
export function frequencyOf(cron: string): { readonly frequency: Frequency; readonly time: string } {
  const [, minute = '', hour = '', rest = ''] = /^(\d{1,2}) (\d{1,2}|\*) (\S+ \S+ \S+)$/.exec(cron) ?? []
  const time = `${(hour === '*' ? '0' : hour).padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (hour === '*') return rest === '* * *' ? { frequency: 'hourly', time } : { frequency: 'own', time: '08:00' }
  const found = frequencies.find(([name]) => days[name] === rest && minute !== '')
  return found ? { frequency: found[0], time } : { frequency: 'own', time: '08:00' }
}

/** When a schedule is due, in words where it is one of the frequencies. */
export function timingText(cron: string): string {
  const { frequency, time } = frequencyOf(cron)
  const text = frequencies.find(([name]) => name === frequency)?.[1] ?? ''
  if (frequency === 'own') return cron
  return frequency === 'hourly' ? `${text}, at minute ${Number(time.slice(3))}` : `${text} at ${time}`
}
