/** A text of Markdown with the quotation marks and apostrophes of print, except in its code. */
export function withQuotes(text: string): string {
  return text.replaceAll(/(`[^`]+`)|"([^"]+)"|'/g, (_, code, quoted) => code ?? (quoted ? `“${quoted}”` : '’'))
}
