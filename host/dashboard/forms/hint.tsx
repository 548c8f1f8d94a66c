import { withQuotes } from '../parts/quotes.js'

interface HintProps {
  readonly id?: string
  /** The description in a schema; without one, nothing is shown. */
  readonly text: string | undefined
}

/** What a product says of a field or of several fields, with the quotation marks of print. */
export function Hint({ id, text }: HintProps) {
  if (!text) return null
  return (
    <p className="hint" id={id}>
      {withQuotes(text)}
    </p>
  )
}
