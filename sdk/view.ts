import type { TProperties } from 'typebox'
import { type Static, Type } from './typebox.js'

const Pointer = Type.String({
  pattern: '^/',
  description: 'A JSON Pointer to a member of the detail, or, where a view shows a list, to a member of one item.'
})

const Pointers = Type.Array(Pointer, { minItems: 1, maxItems: 12 })

const Text = Type.String({ minLength: 1, maxLength: 80 })

/** The colour of a badge or a bar. */
const Tone = Type.Enum(['good', 'warning', 'danger', 'info', 'plain'])

const Tones = Type.Record(Type.String(), Tone, { description: 'The colour of each status; others are plain.' })

const Meter = Type.Object(
  {
    value: Pointer,
    title: Text,
    max: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: '100 when left out.' })),
    unit: Type.Optional(Type.String({ maxLength: 12, description: '% when left out.' })),
    status: Type.Optional(Pointer)
  },
  { additionalProperties: false }
)

const Strip = Type.Object(
  { items: Pointer, status: Pointer, text: Type.Optional(Pointer), title: Type.Optional(Text) },
  { additionalProperties: false, description: 'The latest states of the same thing, one bar each.' }
)

const Opens = Type.Object(
  { action: Type.String(), input: Type.Record(Type.String(), Pointer), title: Type.Optional(Text) },
  {
    additionalProperties: false,
    description: 'An action whose form a row opens, and what of the item each of its fields is filled with.'
  }
)

const Common = { title: Type.Optional(Text) }

const Meters = Type.Optional(Type.Array(Meter, { minItems: 1, maxItems: 6 }))

/** The schema of each kind of view, by its name. */
export const viewSchemas = {
  status: view('status', {
    value: Pointer,
    text: Type.Optional(Pointer),
    tones: Type.Optional(Tones),
    meters: Meters,
    strip: Type.Optional(Strip)
  }),
  table: view('table', {
    items: Pointer,
    columns: Type.Optional(Pointers),
    status: Type.Optional(Pointer),
    tones: Type.Optional(Tones),
    opens: Type.Optional(Opens)
  }),
  series: view('series', {
    items: Pointer,
    x: Pointer,
    y: Type.Array(Pointer, { minItems: 1, maxItems: 3 }),
    unit: Type.Optional(Type.String({ maxLength: 12 })),
    tones: Type.Optional(Tones),
    meters: Meters
  }),
  calendar: view('calendar', {
    items: Pointer,
    start: Pointer,
    heading: Pointers,
    text: Type.Optional(Pointers),
    file: Type.Optional(Pointer)
  }),
  messages: view('messages', {
    items: Pointer,
    heading: Type.Optional(Pointers),
    text: Pointers,
    facts: Type.Optional(Pointers)
  }),
  score: view('score', {
    value: Pointer,
    max: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: '100 when left out.' })),
    label: Type.Optional(Pointer),
    tones: Type.Optional(Tones),
    items: Pointer,
    heading: Pointers,
    points: Pointer,
    text: Type.Optional(Pointers)
  }),
  timeline: view('timeline', {
    items: Pointer,
    heading: Pointers,
    text: Type.Optional(Pointers),
    time: Type.Optional(Pointer),
    status: Type.Optional(Pointer),
    tones: Type.Optional(Tones)
  }),
  checklist: view('checklist', {
    items: Pointer,
    heading: Pointers,
    status: Pointer,
    tones: Tones,
    text: Type.Optional(Pointers),
    facts: Type.Optional(Pointers)
  }),
  cards: view('cards', {
    items: Pointer,
    heading: Type.Optional(Pointers),
    text: Type.Optional(Pointers),
    facts: Type.Optional(Pointers),
    status: Type.Optional(Pointer),
    tones: Type.Optional(Tones),
    copy: Type.Optional(Type.Boolean({ description: 'True: the text has a button that copies it.' })),
    opens: Type.Optional(Opens)
  })
}

/** The name of a kind of view. */
export type ViewKind = keyof typeof viewSchemas

/**
 * How a person is shown a part of an answer, declared as `'x-view': [ … ]` in the detail schema of an action: the kind of view,
 * and JSON Pointers to what it shows. It is an annotation: callers' programs do not depend on it, and the digest leaves it out.
 */
export type View = Static<(typeof viewSchemas)[ViewKind]>

function view<const Kind extends string, Members extends TProperties>(kind: Kind, members: Members) {
  return Type.Object({ view: Type.Literal(kind), ...Common, ...members }, { additionalProperties: false })
}
