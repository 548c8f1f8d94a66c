import { createHash } from 'node:crypto'
import type { IconName, Product } from '@product-host/sdk'
import { iconPath } from '@product-host/sdk/runtime'

/** How people recognise a product, the same everywhere. */
export interface Glyph {
  /** The data of one SVG path in a box of 24 by 24, stroked and not filled. */
  readonly icon: string
  /** A hue in whole degrees of OKLCH. */
  readonly accent: number
}

/** What products without an icon are drawn as. */
const shapes: readonly IconName[] = [
  'circle',
  'diamond',
  'hexagon',
  'octagon',
  'pentagon',
  'square',
  'star',
  'triangle'
]

/** The icon and the hue that a product declares; what it does not declare, its slug decides, on every host in the same way. */
export function glyphOf({ slug, icon, accent }: Pick<Product, 'slug' | 'icon' | 'accent'>): Glyph {
  const digest = createHash('sha256').update(slug).digest()
  const shape = shapes[digest.readUInt8(2) % shapes.length] ?? 'circle'
  return { icon: iconPath(icon ?? shape), accent: accent ?? digest.readUInt16BE(0) % 360 }
}
