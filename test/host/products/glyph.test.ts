import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iconPath } from '@product-host/sdk/runtime'
import t from 'tap'
import { glyphOf } from '../../../host/dist/products/glyph.js'
import { root } from '../../fixtures/root.js'
import { start } from '../../fixtures/start-host.js'

const notes = '/api/v1/products/notes/execute'

t.test('an icon is answered as the path that it is drawn as, and a path as it is', async t => {
  t.strictSame(glyphOf({ slug: 'any', icon: 'terminal', accent: 0 }), { icon: 'M12 19h8M4 17l6-6-6-6', accent: 0 })
  t.equal(glyphOf({ slug: 'any', icon: 'M4 6h.01' }).icon, 'M4 6h.01')
})

t.test('the manual names every icon', async t => {
  const manual = await readFile(join(root, 'sdk/docs/views.md'), 'utf8')
  const { icons } = JSON.parse(await readFile(join(root, 'sdk/runtime/icons.json'), 'utf8'))
  const [, names = ''] = manual.split('Names, of [Lucide](https://lucide.dev): ')
  t.strictSame(names.match(/[a-z-]+/g), Object.keys(icons))
})

t.test('a product without an icon and a hue has those of its slug, today and on every host', async t => {
  t.strictSame(glyphOf({ slug: 'notes' }), { icon: iconPath('diamond'), accent: 306 })
  t.strictSame(glyphOf({ slug: 'tasks' }), { icon: iconPath('pentagon'), accent: 329 })
})

t.test('the catalogue and the description have both', async t => {
  const { call } = await start(t)
  const glyph = glyphOf({ slug: 'notes' })
  t.match((await call('GET', notes)).body, glyph)
  t.match((await call('GET', '/api/v1/products')).body, { products: [glyph] })
})

/** Lightness and chroma of a token for light and for dark pages; the hue is that of a product. */
type Token = readonly [lightness: number, chroma: number]

t.test('whatever the hue, an icon can be read on its tile and on every surface, light and dark', async t => {
  const css = await readFile(join(root, 'host/dashboard/style/tokens.css'), 'utf8')
  const hueTokens = (name: string): readonly Token[] => {
    const [, value = ''] = css.match(new RegExp(`--${name}: light-dark\\((.*)\\);`)) ?? []
    return [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)/g)].map(([, l, c]) => [Number(l), Number(c)])
  }
  const colours = (name: string) => css.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`))?.slice(1) ?? []
  for (const scheme of [0, 1]) {
    const [ink, tile] = [hueTokens('product')[scheme], hueTokens('product-soft')[scheme]]
    const surfaces = ['background', 'surface', 'sunken'].flatMap(name => colours(name)[scheme] ?? [])
    if (!ink || !tile) return t.fail('the colours of products are in tokens.css')
    t.equal(surfaces.length, 3)
    const leasts = Array.from({ length: 360 }, (_, hue) => {
      const own = luminance(linear(ink, hue))
      const others = [luminance(linear(tile, hue)), ...surfaces.map(hex => luminance(ofHex(hex)))]
      return Math.min(...others.map(other => contrast(own, other)))
    })
    const least = Math.min(...leasts)
    t.ok(least >= 4.5, `${['light', 'dark'][scheme]}: ${least.toFixed(2)} at hue ${leasts.indexOf(least)}`)
  }
})

/** Linear sRGB of a colour in OKLCH (Björn Ottosson, 2020), cut to what a screen shows. */
function linear([lightness, chroma]: Token, hue: number): readonly number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ].map(part => Math.min(1, Math.max(0, part)))
}

function ofHex(hex: string): readonly number[] {
  const parts = [1, 3, 5].map(index => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
  return parts.map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
}

/** The relative luminance and the contrast of WCAG 2. */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
