/** Text of at most so many characters; what is longer ends in an ellipsis. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const characters = Array.from(text)
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Text for a sentence: on one line, in quotation marks, at most 80 characters of it. */
export function quoted(text: string): string {
  return `"${cut(text.replaceAll(/\s+/g, ' '), 80)}"`
}
