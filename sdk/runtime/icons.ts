import type { Icon, IconName } from '../icon.js'
import table from './icons.json' with { type: 'json' }

const paths: Readonly<Record<string, string>> = table.icons satisfies Readonly<Record<IconName, string>>

/** Most characters of the path data of an icon. */
const longestPath = 600

const pathForm = /^M[\s,]*[-.\d][\d\s,.+\-eEMmLlHhVvCcSsQqTtAaZz]+$/

/** The data of the SVG path that an icon is drawn as. */
export function iconPath(icon: Icon): string {
  return Object.hasOwn(paths, icon) ? (paths[icon] ?? icon) : icon
}

/** What is wrong with the icon and the hue of a product, in sentences. */
export function* iconErrors(icon: unknown, accent: unknown): Generator<string> {
  if (icon !== undefined && !isIcon(icon))
    yield 'Its icon is neither a name that the sdk has, such as "radar", nor the data of one SVG path, which begins with M and a number ' +
      `and has at most ${longestPath} characters.`
  if (accent !== undefined && !isHue(accent))
    yield 'Its accent is not a hue in whole degrees from 0 to 359, such as 265 for blue.'
}

function isIcon(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return Object.hasOwn(paths, value) || (value.length <= longestPath && pathForm.test(value))
}

function isHue(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 360
}
