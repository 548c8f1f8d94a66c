import { figureWords, plainCapitals } from './lint-table.js'

/**
 * What a text states that was not given: figures, percentages, words of quantity, and names, which are words with a capital that
 * do not begin a sentence. Names at the beginning of a sentence cannot be told from other words.
 */
export function inventionsIn(text: string, given: readonly string[]): readonly string[] {
  const source = given.join('\n').toLowerCase()
  const sourceWords = new Set(source.replaceAll('’', "'").match(/[\p{L}\p{N}'&-]+/gu))
  const figures = [...text.matchAll(/\d+(?:[.,]\d+)*(?:\s?%)?/g)].map(([figure]) => figure.toLowerCase())
  const words = [...text.matchAll(figureWord)].map(([word]) => word.toLowerCase())
  const names = [...text.matchAll(/(?<=[\p{L}\p{N},;)'"’”] ["'“‘(]?)\p{Lu}[\p{L}\p{N}'’&-]*/gu)].map(([name]) =>
    name.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
  )
  return [
    ...figures.filter(figure => !holdsFigure(source, figure)),
    ...words.filter(word => !source.includes(word)),
    ...names.filter(name => !plainCapitals.has(name) && !sourceWords.has(name))
  ]
}

const figureWord = new RegExp(`\\b(?:${figureWords.join('|')})\\b`, 'gi')

function holdsFigure(source: string, figure: string): boolean {
  const [number = '', percent] = figure.split(/\s?(?=%)/)
  const ending = percent === undefined ? '(?!\\d|[.,]\\d)' : '\\s?%'
  return new RegExp(`(?<![\\d.,])${number.replaceAll('.', '\\.')}${ending}`).test(source)
}
