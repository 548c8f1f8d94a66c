import type { ByTone, Variants } from './lines.js'

/** Subjects of a first message, of which the first that is short enough is taken; `{Topic}` begins with a capital. Source: written for this product. */
export const firstSubjects: ByTone<Variants> = {
  plain: ['{company}: {topic}', 'A note on {topic}', 'About {topic}'],
  warm: ['A thought on {topic}', '{company}: {topic}', 'About {topic}'],
  direct: ['{Topic}', '{company}: {topic}', 'About {topic}']
}

/** A subject that always fits. */
export const plainSubject = 'A short question for you'

/** What a subject should keep to, so that it is read whole on a telephone. Source: guides to cold mail agree on 2 to 5 words and 40 characters. */
export const subjectLimits = { fewestWords: 2, mostWords: 5, longest: 40 } as const
