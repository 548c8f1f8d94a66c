/**
 * Words that say nothing of what a text is about. The first group is the whole of Lucene's English stop set
 * (EnglishAnalyzer.ENGLISH_STOP_WORDS_SET), the second the pronouns, question words and auxiliaries of Snowball's English
 * list (snowballstem.org/algorithms/english/stop.txt) that people put into questions to a memory.
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to',
    'was will with',

    'did do does from had has have he her his how i me my our she we what when where which who you your'
  ].flatMap(group => group.split(' '))
)
