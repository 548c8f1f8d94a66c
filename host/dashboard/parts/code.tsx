import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import type { ActionExample } from '../api/products.js'
import { codeSamples } from './code-samples.js'
import { CopyButton } from './copy.js'
import type { Language } from './highlighted.js'
import { Tabs } from './tabs.js'
import { wholeWords } from './whole-words.js'

const Highlighted = lazy(async () => ({ default: (await import('./highlighted.js')).Highlighted }))

/** A longer text is shown without colours, which would take too long to find. */
const mostCharacters = 50_000

interface CodeProps {
  readonly text: string
  /** The name of the text for screen readers. */
  readonly label: string
  readonly canCopy?: boolean
  /** What is copied in place of the text, which has spaces for people, for example. */
  readonly copiedText?: string
  /** Colours its words. */
  readonly language?: Language
  /** Called after the text was copied. */
  readonly copied?: (() => void) | undefined
}

/** Text in a monospaced font, with a button that copies it. Lines stay as they are; a single one is wrapped. */
export function Code({ text, label, canCopy = true, copiedText = text, language, copied }: CodeProps) {
  const isOneLine = !text.includes('\n')
  return (
    <div className={`code ${isOneLine ? 'wrapped' : ''}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls has to be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>
            {language && text.length <= mostCharacters ? (
              <Suspense fallback={text}>
                <Highlighted text={text} language={language} />
              </Suspense>
            ) : isOneLine ? (
              breakable(text)
            ) : (
              text
            )}
          </code>
        </pre>
      </section>
      {canCopy && <CopyButton text={copiedText} copied={copied} />}
    </div>
  )
}

/** A line that breaks between its words alone; one that is longer than the line, such as an address, after a slash. */
function breakable(line: string): ReactNode {
  return line.split(/(\s+)/).map((part, index) =>
    part.trim() === '' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change places
      <span key={index} className="word">
        {part.split(/(?<=\/)/).map((step, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={position}>
            {position > 0 && <wbr />}
            {step}
          </Fragment>
        ))}
      </span>
    )
  )
}

/** A text of Markdown whose words between backticks are code; a bracket before them and a mark behind them stay beside them. */
export function Marked({ text }: { readonly text: string }) {
  return text.split(/(\(?`[^`]+`[.,;:)]*)/).map((part, index) => {
    const [, before, code, after] = /^(\(?)`([^`]+)`([.,;:)]*)$/.exec(part) ?? []
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (code === undefined) return <Fragment key={index}>{wholeWords(part)}</Fragment>
    return before || after ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className="unbroken">
        {before}
        <code>{code}</code>
        {after}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <code key={index}>{code}</code>
    )
  })
}

/** A text of Markdown, as `Marked` shows it, or what is already an element. */
export function Prose({ of: content }: { readonly of: ReactNode }) {
  return typeof content === 'string' ? <Marked text={content} /> : content
}

interface CallExamplesProps {
  readonly slug: string
  readonly input: ActionExample['input']
  /** What is called, for screen readers. */
  readonly label: string
  /** Whether the call can run twice without harm; otherwise it has an Idempotency-Key. */
  readonly isSafe: boolean
}

/** A call as a program sends it, in several languages; the one that was chosen last comes first everywhere. */
export function CallExamples({ slug, input, label, isSafe }: CallExamplesProps) {
  return (
    <Tabs
      label={`${label}: languages`}
      remember="language"
      tabs={codeSamples(slug, input, isSafe).map(({ name, language, text }) => ({
        name,
        content: <Code text={text} language={language} label={`${label} in ${name}`} />
      }))}
    />
  )
}
