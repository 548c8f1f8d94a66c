import type { ReactNode } from 'react'

/** A text whose words with hyphens, such as "e-mail", are not broken at them. */
export function wholeWords(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  return text.split(/(\p{L}+-\p{L}+)/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="unbroken">
        {part}
      </span>
    )
  )
}
