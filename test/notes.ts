import {
  CLOCK,
  type Clock,
  defineAction,
  defineProduct,
  InvalidInput,
  inject,
  injectable,
  ProductError,
  STORAGE,
  type Static,
  type Storage,
  Type
} from '@product-host/sdk'

const Note = Type.Object({ id: Type.String(), text: Type.String() })
type Note = Static<typeof Note>

@injectable()
class Notebook {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async add(text: string): Promise<Note> {
    const note = { id: this.clock.ulid(), text }
    await this.storage.set(`note:${note.id}`, note)
    return note
  }

  async latest(limit: number): Promise<Note[]> {
    const entries = await this.storage.list<Note>('note:', { reverse: true, limit })
    return entries.map(({ value }) => value)
  }
}

const add = defineAction({
  title: 'Add a note',
  description: 'Keeps one short text.',
  effect: 'write',
  input: Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) }),
  detail: Note,
  metrics: Type.Object({ characters: Type.Integer() }),
  examples: [{ title: 'A shopping note', input: { text: 'milk' } }],
  errors: { too_dull: 'The note says nothing.' },
  needs: { notebook: Notebook },

  async run({ text }, { notebook }) {
    if (text === 'blank') throw new InvalidInput([{ pointer: '#/text', detail: 'is blank', fix: 'Send a text.' }])
    if (text === 'dull') throw new ProductError('too_dull', 'That says nothing.', { details: { hint: 'Be bold.' } })
    const note = await notebook.add(text)
    return { summary: `Kept note ${note.id}.`, metrics: { characters: text.length }, detail: note }
  }
})

const latest = defineAction({
  title: 'Latest notes',
  description: 'The newest notes first.',
  effect: 'read',
  input: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }) }),
  detail: Type.Object({ notes: Type.Array(Note) }),
  metrics: Type.Object({ notes: Type.Integer() }),
  examples: [{ title: 'All', input: {} }],
  needs: { notebook: Notebook },

  async run({ limit }, { notebook }) {
    const notes = await notebook.latest(limit)
    return { summary: `Found ${notes.length} notes.`, metrics: { notes: notes.length }, detail: { notes } }
  }
})

/** A small product that the tests of sdk and host run. */
export const notes = defineProduct({
  slug: 'notes',
  title: 'Notes',
  description: 'Short notes, kept per account.',
  version: '1.0.0',
  contract: 1,
  actions: { add, latest },
  briefing: { action: 'latest', input: { limit: 3 } }
})
