import type { ProductSummary } from '@product-host/sdk/client'
import { useCatalogue } from '../api/products.js'

declare module 'react' {
  interface CSSProperties {
    /** The hue of a product, from which `tokens.css` makes its colours. */
    '--hue'?: number
  }
}

interface GlyphProps {
  /** Room is left for what is not known yet. */
  readonly of: Pick<ProductSummary, 'icon' | 'accent'> | undefined
  /** Whether it stands on a tile of its own, beside a title; otherwise it is in a line of text. */
  readonly isTile?: boolean
}

/** The icon of a product in its hue. It repeats what the title beside it says. */
export function Glyph({ of, isTile = false }: GlyphProps) {
  return (
    <svg
      className={`glyph ${isTile && of ? 'on-tile' : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={of && { '--hue': of.accent }}
    >
      {of && <path d={of.icon} />}
    </svg>
  )
}

interface ProductGlyphProps extends Pick<GlyphProps, 'isTile'> {
  readonly slug: string
}

/** The icon of the product with a slug. */
export function ProductGlyph({ slug, isTile = false }: ProductGlyphProps) {
  return <Glyph of={useCatalogue().data?.products.find(product => product.slug === slug)} isTile={isTile} />
}
