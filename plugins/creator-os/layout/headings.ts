import type { Part } from '../copy/copy.js'

/** Headings of the parts of a text, where its platform has headings. Own texts. */
export const headings: Readonly<Record<Part, string>> = {
  problem: 'Where to look first',
  stakes: 'Why it matters',
  steps: 'What to do',
  points: 'What to know',
  mistake: 'What to avoid',
  body: 'In detail'
}
