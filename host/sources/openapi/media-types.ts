/** Whether a media type is JSON. */
export function isJsonType(type: string): boolean {
  return /^application\/(?:json|[^;]+\+json)(?:;|$)/i.test(type.trim()) || type === '*/*' || type === 'application/*'
}

/** Whether a media type is that of a form without files. */
export function isUrlEncoded(type: string): boolean {
  return /^application\/x-www-form-urlencoded/i.test(type)
}

/** Whether a media type is that of a form that may have files. */
export function isMultipart(type: string): boolean {
  return /^multipart\/form-data/i.test(type)
}

/** Whether a media type is one of text. */
export function isText(type: string): boolean {
  return /^text\//i.test(type)
}

/** Whether what has a media type is bytes, and no text. */
export function isOfBytes(type: string): boolean {
  if (isJsonType(type) || isUrlEncoded(type) || isText(type)) return false
  return /^image\//i.test(type) || !/^multipart\/|[/+]xml\b|yaml/i.test(type)
}

/** A media type or a range of them, with parameters (RFC 9110, section 8.3.1). */
export const mediaType = /^[\w!#$&^.+*-]{1,127}\/[\w!#$&^.+*-]{1,127}(?:\s*;[\t\x20-\x7e]{0,200})?$/
