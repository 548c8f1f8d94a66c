import { ProductError } from '@product-host/sdk'
import type { Request } from '../copy/request.js'
import { authorsClosing } from '../copy/write.js'
import type { Ruler } from '../length/ruler.js'
import type { Platform } from '../platforms/platform.js'

/** The number of a post in the longest thread that is written. */
const longestNumber = ' 999/999'

/** Throws `content_too_long` when what has to be said word for word has no room in a post, or nothing has. */
export function checkRoom(request: Request, { form, title }: Platform, ruler: Ruler): void {
  const { cta = '', link = '' } = request
  const isThread = form === 'thread'
  const wordForWord = isThread ? [cta, link && `${link}${longestNumber}`] : [authorsClosing(request)]
  const limit = `the ${ruler.limit} characters that ${title} or maxChars allows`
  if (!wordForWord.every(ruler.fits))
    throw tooLong(`The call to action or the link alone is longer than ${limit}.`, ruler)
  if (!ruler.fits(isThread ? `……${longestNumber}` : '…')) throw tooLong(`No text fits into ${limit}.`, ruler)
}

/** The failure of a text that has no room. */
export function tooLong(message: string, { limit, unit }: Ruler): ProductError {
  return new ProductError('content_too_long', message, { details: { limit, unit } })
}
