/** A piece of a sentence without the spaces around it and the stop behind it; undefined when nothing is left. */
export function cleaned(text: string | undefined): string | undefined {
  const trimmed = text?.trim().replace(/[.!?]+$/u, '')
  return trimmed === '' ? undefined : trimmed
}
