import { Copy } from './copy.js'

interface CodeProps {
  readonly text: string
  /** What the text is, for those who do not see it. */
  readonly label: string
  readonly canCopy?: boolean
}

/** Text to be read or pasted elsewhere, letter by letter. */
export function Code({ text, label, canCopy = true }: CodeProps) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      {canCopy && <Copy text={text} />}
    </div>
  )
}
