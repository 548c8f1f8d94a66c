import { type ReactNode, useEffect, useRef } from 'react'

interface PageProps {
  readonly title: string
  /** One sentence below the title. */
  readonly lead?: ReactNode
  /** What stands beside the title, such as a button. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

let isFirstPage = true

/** A page: its title is the document's and, when one comes here by a link, where the focus lies. */
export function Page({ title, lead, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Product Host`
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [title])
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}
