const tags = /(?:W\/)?"[^"]*"/g

/** The entity tags of an `If-Match` or `If-None-Match`, none if it holds anything else; a tag may hold commas (RFC 9110, section 8.8.3). */
function tagsOf(header: string): readonly string[] {
  return /^[\s,]*$/.test(header.replaceAll(tags, '')) ? (header.match(tags) ?? []) : []
}

/** Whether a header names every tag that there is. */
function isAny(header: string): boolean {
  return header.trim() === '*'
}

/** Whether an `If-Match` holds a strong tag: a weak one never matches (RFC 9110, section 13.1.1). */
export function matchesStrongly(header: string, tag: string): boolean {
  return isAny(header) || tagsOf(header).includes(tag)
}

/** Whether an `If-None-Match` holds a tag, weak or strong (RFC 9110, section 13.1.2). */
export function matchesWeakly(header: string, tag: string): boolean {
  const opaque = (each: string) => each.replace(/^W\//, '')
  return isAny(header) || tagsOf(header).some(each => opaque(each) === opaque(tag))
}

/** Why an `If-Match` holds no tag that could match at all, as a sentence; undefined where it does. */
export function ifMatchIssue(header: string): string | undefined {
  const sent = tagsOf(header)
  if (isAny(header) || sent.some(tag => !tag.startsWith('W/'))) return undefined
  return sent.length > 0
    ? 'If-Match holds only weak tags, which never match; send the ETag as GET returns it, without W/.'
    : 'If-Match holds no entity tag; send the ETag as GET returns it, in its quotes.'
}
