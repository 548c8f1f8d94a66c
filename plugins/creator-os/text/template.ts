import { capitalised } from './tidy.js'

/** The sentence with what its placeholders stand for; `{Noun}` is `{noun}` with a capital. Throws for one without a value. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? values[name.toLowerCase()]
    if (value === undefined) throw new Error(`The sentence "${sentence}" has no value for {${name}}.`)
    return name in values ? value : capitalised(value)
  })
}

/** Whether every placeholder of a sentence has a value. */
export function isFillable(sentence: string, values: Readonly<Record<string, string>>): boolean {
  return Array.from(sentence.matchAll(/\{(\w+)\}/g)).every(([, name = '']) => name.toLowerCase() in values)
}
