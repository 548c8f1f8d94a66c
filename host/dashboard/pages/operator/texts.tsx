import type { ReactNode } from 'react'

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A size as people read it, such as 1.5 MiB. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = (bytes / 1024 ** power).toLocaleString('en', {
    maximumFractionDigits: power === 0 || bytes >= 100 * 1024 ** power ? 0 : 1
  })
  return power === 0 && bytes === 1 ? '1 byte' : `${value} ${units[power]}`
}

/** Seconds as days, hours and minutes. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** A code as words, such as "trial required". */
export function words(code: string): string {
  return code.replaceAll('_', ' ')
}

/** A text with a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Beside the heading of what is read again and again. */
export function Live() {
  return <span className="quiet">Updates every 5 seconds</span>
}

/** A setting with its value. */
export interface SettingRow {
  /** What is written to change it: names that no other row begins with. */
  readonly names: readonly [string, ...string[]]
  readonly title: ReactNode
  /** Below the title. */
  readonly meaning?: ReactNode
  readonly value: ReactNode
}

/** Settings by what they mean, each with its name and its value. */
export function SettingRows({ rows }: { readonly rows: readonly SettingRow[] }) {
  return (
    <dl className="setting-rows two">
      {rows.map(({ names, title, meaning, value }) => (
        <div key={names[0]}>
          <dt>
            {title}{' '}
            {names.map(name => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd>{value}</dd>
          {meaning && <dd className="about">{meaning}</dd>}
        </div>
      ))}
    </dl>
  )
}
