import { Fragment, type ReactNode } from 'react'

interface AnchoredProps {
  /** The fragment of the link. It never changes, because other pages link to it. */
  readonly id: string
  readonly level: 2 | 3 | 4
  /** The text of the heading for the name of its link. */
  readonly name: string
  readonly children?: ReactNode
}

/** A heading that can be linked to: it contains a link to itself. */
export function Anchored({ id, level, name, children }: AnchoredProps) {
  const Heading = `h${level}` as const
  return (
    <Heading id={id} tabIndex={-1} className="anchored">
      {children ?? name} <AnchorLink id={id} name={name} />
    </Heading>
  )
}

interface AnchoredNamesProps {
  readonly level: AnchoredProps['level']
  /** Names as a program writes them, each with the fragment of its link. */
  readonly items: readonly Pick<AnchoredProps, 'id' | 'name'>[]
}

/** A heading of several names that can be linked to, one by one. */
export function AnchoredNames({ level, items }: AnchoredNamesProps) {
  const Heading = `h${level}` as const
  return (
    <Heading className="names">
      {items.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && (index === items.length - 1 ? ' and ' : ', ')}
          <AnchoredName id={id} name={name} />
        </Fragment>
      ))}
    </Heading>
  )
}

/** A name as a program writes it, which can be linked to. */
export function AnchoredName({ id, name }: Pick<AnchoredProps, 'id' | 'name'>) {
  return (
    <span id={id} tabIndex={-1} className="anchored">
      <code>{name}</code> <AnchorLink id={id} name={name} />
    </span>
  )
}

/** A link to a heading or a row itself, which is seen when somebody points at it. */
export function AnchorLink({ id, name }: Pick<AnchoredProps, 'id' | 'name'>) {
  return (
    <a href={`#${encodeURIComponent(id)}`} className="anchor" aria-label={`Link to “${name}”`}>
      #
    </a>
  )
}
