/** How routing weighs; the weights are this product's own, chosen on the sentences of test/routing/sentences.ts. */
export const weights = { lexical: 0.35, coverage: 0.25, similarity: 0.15, cue: 0.25 }

/** What a text has to score, and by how much the best action has to lead, when the caller does not say. */
export const bars = { threshold: 0.3, margin: 0.08 }

/** How much the fields of a description count in a search; the sentences of `asks` say best how people speak. */
export const boosts = { title: 1.5, description: 1, sentences: 2, cues: 2, fields: 0.5 }

/** Known terms count so much more than their share before a text is taken for one that no action is about. */
export const knownGain = 1.5

/** Without a cue that begins a text, so many different terms have to speak for an action, where the text has as many. */
export const fewestTerms = 2

/** What is left of a score for each address or amount in the text that the action can do nothing with. */
export const strangeness = 0.85
