const longest = 60

/** A text as it is quoted in a summary: at most 60 characters. */
export function clipped(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
