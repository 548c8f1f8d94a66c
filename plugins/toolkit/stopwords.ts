import table from './stopwords.json' with { type: 'json' }

/** English words that say nothing of what a text is about: those that a search leaves out. */
export const stopWords: ReadonlySet<string> = new Set(table.stopWords)

/** English words that carry no topic: the stop words and further articles, pronouns, prepositions and the like. */
export const functionWords: ReadonlySet<string> = new Set([...table.stopWords, ...table.furtherWords])
