import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
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

interface MarkedProps {
  readonly text: string
  /** The address that a word between backticks links to, if it has one. */
  readonly linkOf?: ((code: string) => string | undefined) | undefined
}

/** A text of Markdown with its links, whose words between backticks are code; a bracket before them and a mark behind them stay beside them. */
export function Marked({ text, linkOf }: MarkedProps) {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part, index) => {
    const [, linked, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    return linked !== undefined && address !== undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <TextLink key={index} address={address}>
        {linked}
      </TextLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <WithCode key={index} text={part} linkOf={linkOf} />
    )
  })
}

function WithCode({ text, linkOf }: { readonly text: string; readonly linkOf: MarkedProps['linkOf'] }) {
  return text.split(/(\(?`[^`]+`[.,;:)]*)/).map((part, index) => {
    const [, before, code, after] = /^(\(?)`([^`]+)`([.,;:)]*)$/.exec(part) ?? []
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (code === undefined) return <Fragment key={index}>{wholeWords(part)}</Fragment>
    return before || after ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className="unbroken">
        {before}
        <LinkedCode code={code} address={linkOf?.(code)} />
        {after}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <LinkedCode key={index} code={code} address={linkOf?.(code)} />
    )
  })
}

function LinkedCode({ code, address }: { readonly code: string; readonly address: string | undefined }) {
  if (address === undefined) return <code>{code}</code>
  return (
    <TextLink address={address}>
      <code>{code}</code>
    </TextLink>
  )
}

/** A link to another page, or to a fragment of the same page, which the browser follows. */
function TextLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return address.startsWith('#') ? <a href={address}>{children}</a> : <Link to={address}>{children}</Link>
}

interface CallExamplesProps {
  readonly slug: string
  readonly input: ActionExample['input']
  /** What is called, for screen readers. */
  readonly label: string
  /** Whether the call can run twice without harm; otherwise it has an Idempotency-Key. */
  readonly isSafe?: boolean
}

/** A call as a program sends it, in several languages; the one that was chosen last comes first everywhere. */
export function CallExamples({ slug, input, label, isSafe = true }: CallExamplesProps) {
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
