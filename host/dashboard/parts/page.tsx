import { type ReactNode, useEffect, useId, useRef } from 'react'
import { wholeWords } from './whole-words.js'

interface PageProps {
  readonly title: string
  /** Before the title: what people recognise its subject by. */
  readonly glyph?: ReactNode
  /** Above the title: the link to the page that this one belongs to. */
  readonly back?: ReactNode
  /** One sentence below the title. */
  readonly lead?: ReactNode
  /** What is beside the title, such as a button. */
  readonly aside?: ReactNode
  /** Whether it has panes side by side, which need more width than text. */
  readonly isWide?: boolean
  /** Whether it is one short form, in the middle of the window. */
  readonly isForm?: boolean
  readonly children: ReactNode
}

let isFirstPage = true

/**
 * A page: its title is the title of the document and, when a link led here, receives the focus, unless a field of the page has
 * taken it.
 */
export function Page({ title, glyph, back, lead, aside, isWide = false, isForm = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Product Host`
    if (!isFirstPage && !document.activeElement?.matches('main input')) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [title])
  return (
    <div className={`page ${isWide ? 'wide' : ''} ${isForm ? 'form-page' : ''}`}>
      <div className="page-head">
        <div>
          {back && <p className="back">{back}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {glyph}
            {wholeWords(title)}
          </h1>
          {lead && <p className="lead">{wholeWords(lead)}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}

interface CardProps {
  readonly title: string
  /** The fragment that links to the card end with. */
  readonly id?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly tone?: 'plain' | 'danger'
}

/** A section of a page with its own heading. */
export function Card({ title, id, aside, children, tone = 'plain' }: CardProps) {
  const heading = useId()
  return (
    <section id={id} className={`card ${tone}`} aria-labelledby={heading}>
      <div className="card-head">
        <h2 id={heading}>{wholeWords(title)}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Says that a list is empty, and how to add to it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{wholeWords(title)}</p>
      {children}
    </div>
  )
}
