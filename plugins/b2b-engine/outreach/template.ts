/** Fills the places of a template such as "Hi {name},". A value that ends in a closing mark of its own takes the place of the template's full stop. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}(\.?)/g, (_place, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template "${template}" asks for "${name}", which is not given.`)
    return stop !== '' && /[.!?]$/.test(value) ? value : value + stop
  })
}

/** The text with its first letter as a capital. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

/** The text as a sentence: with a full stop, unless it ends in a mark of its own. */
export function asSentence(text: string): string {
  return /[.!?…:]["'”’)]?$/.test(text) ? text : `${text}.`
}

/** The n-th of some variants, counted around. */
export function variantOf<Line>(variants: readonly [Line, Line, Line], digit: number): Line {
  const [first, second, third] = variants
  return [first, second, third][digit % 3] ?? first
}
