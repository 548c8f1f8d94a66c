/** The text of posts without their numbers. */
export function textOf(posts: readonly string[]): string {
  return posts.map(post => (posts.length > 1 ? post.replace(/ \d+\/\d+$/, '') : post)).join('\n\n')
}

/** What of a text is read as prose: no hashtags and no links. */
export function proseOf(posts: readonly string[]): string {
  return textOf(posts)
    .replaceAll(/(?<=^|\s)#[\p{L}\p{M}\p{N}_]+/gu, '')
    .replaceAll(/https?:\/\/\S+/gi, '')
}
