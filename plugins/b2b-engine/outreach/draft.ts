/** A message's text before it is put into a channel's form. */
export interface Draft {
  readonly subject: string
  /** The text in paragraphs, in versions from the longest to the shortest: the first that fits is sent. */
  readonly versions: readonly (readonly string[])[]
}

/** The first version that fits, or the shortest. */
export function firstFitting(
  versions: Draft['versions'],
  fits: (paragraphs: readonly string[]) => boolean
): readonly string[] {
  return versions.find(fits) ?? versions.at(-1) ?? []
}
