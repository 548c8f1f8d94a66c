import type { ActionDescription } from '../../api/products.js'
import type { ContractChange, ContractStep, ProductDocuments, VersionNotes } from '../../api/reference.js'
import { Marked } from '../../parts/code.js'
import { withQuotes } from '../../parts/quotes.js'
import { Badge } from '../../parts/values.js'
import { nameInWords } from '../../views/words.js'
import { Anchored } from './anchored.js'
import { Folded } from './folded.js'

interface ProductChangesProps {
  readonly documents: Pick<ProductDocuments, 'changes' | 'contracts'>
  /** The actions of the product today, for their titles. */
  readonly actions: readonly Pick<ActionDescription, 'name' | 'title'>[]
  /** The fragment of a version, or of what changed for programs in it. */
  readonly idOf: (version: string, part?: 'contract') => string
}

/** What changed in each version of a product, in the words of its authors, the newest open; below them, what changed for programs. */
export function ProductChanges({ documents: { changes, contracts }, actions, idOf }: ProductChangesProps) {
  const [newest, ...earlier] = changes
  return (
    <>
      {changes.length === 0 && <p>The package has no change log.</p>}
      {newest && <Version version={newest} id={idOf(newest.version)} />}
      {earlier.length > 0 && (
        <Folded summary={earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}>
          {earlier.map(version => (
            <Version key={version.version} version={version} id={idOf(version.version)} />
          ))}
        </Folded>
      )}
      {contracts.length > 0 && (
        <Folded summary="API changes, field by field">
          <ContractSteps steps={contracts} actions={actions} idOf={idOf} />
        </Folded>
      )}
    </>
  )
}

interface VersionProps {
  readonly version: VersionNotes
  /** The fragment of its heading. */
  readonly id: string
}

function Version({ version: { version, madeOn, notes }, id }: VersionProps) {
  return (
    <div className="version">
      <div className="version-head">
        <Anchored id={id} level={3} name={version} />
        {madeOn && <VersionDay day={madeOn} />}
      </div>
      <div className="stack">
        <Notes notes={notes} />
      </div>
    </div>
  )
}

/** The words with which a line of a change log begins, and what is shown for them, in this order. */
const kindsOfNotes = [
  ['Added', 'New', 'good'],
  ['Changed', 'Changed', 'info'],
  ['Fixed', 'Fixed', 'plain']
] as const

/** What a change log says of a version: first the lines that belong to no kind, then those of each kind, with the kind beside each. */
export function Notes({ notes }: Pick<VersionNotes, 'notes'>) {
  const kindOf = (text: string) => kindsOfNotes.find(([word]) => text.startsWith(`${word}: `))
  const others = notes.filter(({ text }) => kindOf(text) === undefined)
  const lines = kindsOfNotes.flatMap(kind =>
    notes.filter(({ text }) => kindOf(text) === kind).map(({ text }) => ({ kind, text }))
  )
  return (
    <>
      {others.length > 0 && (
        <ul className="bullets">
          {others.map(({ text, isItem }) => (
            <li key={text} className={isItem ? undefined : 'paragraph'}>
              <Marked text={withQuotes(text)} />
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <ul className="plain notes">
          {lines.map(({ kind: [word, title, tone], text }) => (
            <li key={text}>
              <Badge tone={tone}>{title}</Badge>
              <span>
                <Marked text={withQuotes(asSentence(text.slice(word.length + 2)))} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The first sentence about something new in a version, without the kind; undefined if there is nothing new in it. */
export function highlightOf(notes: VersionNotes['notes']): string | undefined {
  const [[added]] = kindsOfNotes
  const note = notes.find(({ text }) => text.startsWith(`${added}: `))
  return note && asSentence(firstSentence(note.text.slice(added.length + 2)))
}

/** A text with a capital letter at its beginning, unless it begins with code or a quotation. */
function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A text up to the point before the next sentence. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s+[A-Z])/s.exec(text)?.[0] ?? text
}

/** The day on which a version was made, given as `YYYY-MM-DD`. */
export function VersionDay({ day }: { readonly day: string }) {
  return <time dateTime={day}>{days.format(new Date(day))}</time>
}

/** Days of change logs are the same everywhere. */
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const levels = [
  ['major', 'Breaking changes'],
  ['minor', 'New']
] as const

interface ContractStepsProps extends Pick<ProductChangesProps, 'actions' | 'idOf'> {
  readonly steps: readonly ContractStep[]
}

/** What changed for programs between two versions, found by comparing their contracts. */
function ContractSteps({ steps, actions, idOf }: ContractStepsProps) {
  const titleOf = (name: string) => actions.find(action => action.name === name)?.title ?? nameInWords(name)
  return steps.map(({ from, to, changes }) => (
    <div key={to} className="group stack tight">
      <Anchored id={idOf(to, 'contract')} level={3} name={`API changes from ${from} to ${to}`} />
      {changes.every(({ level }) => level !== 'major') && <p>No breaking changes.</p>}
      {levels.map(([level, title]) => {
        const own = changes.filter(change => change.level === level)
        if (own.length === 0) return null
        return (
          <div key={level} className="stack tight">
            {level === 'major' && <p className="issues">{title}</p>}
            <dl className="changes">
              {[...Map.groupBy(own, ({ pointer }) => subjectOf(pointer))].map(([subject, of]) => (
                <div key={subject}>
                  <dt>{titleOf(subject)}</dt>
                  {linesOf(of).map(({ text, paths }) => (
                    <dd key={text}>
                      {text}
                      {paths.map((path, index) => (
                        <span key={path}>
                          {index === 0 ? ': ' : ', '}
                          <code>{path}</code>
                        </span>
                      ))}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </div>
  ))
}

/** The action, or the settings, that a pointer leads to. */
function subjectOf(pointer: string): string {
  const [, part, action = ''] = stepsOf(pointer)
  return part === 'actions' ? action : 'settings'
}

interface Line {
  readonly text: string
  /** What it is true of: codes, or paths of members. */
  readonly paths: readonly string[]
}

/** Changes of one action as lines, those of one kind together. */
function linesOf(changes: readonly ContractChange[]): readonly Line[] {
  const placed = changes.map(({ pointer, detail }) => ({ detail, ...placeOf(pointer) }))
  const groups = Map.groupBy(placed, ({ part, detail }) => lineText(part, detail))
  return [...groups].map(([text, of]) => ({
    text: of.length === 1 ? text.replace(/(?<=field|code|setting)s/, '') : text,
    paths: of.flatMap(({ path }) => (path === '' ? [] : [path]))
  }))
}

/** What is called a field of which part of the declaration. */
const fields: Readonly<Record<string, string>> = {
  input: 'request field',
  detail: 'response field',
  metrics: 'response field',
  errors: 'error code',
  settings: 'setting'
}

/** Kinds of changes as people call them; what is none of them says what changed. */
const kinds: Readonly<Record<string, (field: string) => string>> = {
  'is new': field => `New ${field}s`,
  'is new and optional': field => `New ${field}s, optional`,
  'is new and required': field => `New ${field}s, required`,
  'was removed': field => `Removed ${field}s`,
  'is optional now': field => `Optional ${field}s now`,
  'is required now': field => `Required ${field}s now`,
  'is a new way to fail': field => `New ${field}s`,
  'is no longer a way to fail': field => `${field.charAt(0).toUpperCase()}${field.slice(1)}s that no longer occur`
}

/** Other parts of the declaration of an action. */
const otherParts: Readonly<Record<string, string>> = {
  effect: 'The effect',
  destructive: 'That it destroys something',
  idempotent: 'That it can be repeated safely',
  deprecated: 'Its deprecation'
}

function lineText(part: string, detail: string): string {
  const field = fields[part]
  if (field === undefined) return `${otherParts[part] ?? 'The action'} ${detail}`
  return kinds[detail]?.(field) ?? `A ${field} ${detail}`
}

/** What a pointer leads to: the part of the declaration, and the path of the member in it, such as `items[].value`. */
function placeOf(pointer: string): { readonly part: string; readonly path: string } {
  const [, first = '', ...below] = stepsOf(pointer)
  const [part = '', ...rest] = first === 'settings' ? ['settings', ...below] : below.slice(1)
  if (part === 'errors') return { part, path: rest.join('/') }
  const path = memberPath(rest)
  return { part, path: part === 'metrics' && path ? `metrics.${path}` : path }
}

/** The members on the way through a schema; keywords that hold no member are left out. */
function memberPath([keyword, ...rest]: readonly string[]): string {
  if (keyword === undefined) return ''
  if (keyword === 'properties' || keyword === 'patternProperties') {
    const [name = '', ...further] = rest
    const path = memberPath(further)
    return path === '' || path.startsWith('[') ? name + path : `${name}.${path}`
  }
  if (keyword === 'items') {
    const path = memberPath(rest)
    return path === '' || path.startsWith('[') ? `[]${path}` : `[].${path}`
  }
  if (keyword === '$defs' || keyword === 'anyOf') return memberPath(rest.slice(1))
  return keyword === 'additionalProperties' ? memberPath(rest) : ''
}

/** The steps of a JSON Pointer in a fragment (RFC 6901), the first of which is "#". */
function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
