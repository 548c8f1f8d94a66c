/** Verbs with which a topic may begin as a command ("write better e-mails"), and which are hardly ever nouns there. Own list. */
export const openingVerbs: ReadonlySet<string> = new Set(
  `
achieve attract avoid become boost bring choose convince create cut deal decide define deliver develop earn encourage
explain find fix get give grow handle help hire improve increase keep learn lower maintain make manage motivate organise
organize overcome persuade pick prepare prevent protect prove raise recover reduce retain save sell set simplify solve
speed stay switch teach tell think turn understand write
`
    .trim()
    .split(/\s+/)
)

/** Verbs that are as often nouns: they count as verbs only before one of these words. */
export const doubtfulVerbs: ReadonlySet<string> = new Set(
  `
answer ask build budget buy design drive hold launch lead lease leave market measure move name negotiate open pay plan price
publish question rank rent repair research review run scale sew ship shop sleep start study talk test track train use work
automate bake brew cook paint
`
    .trim()
    .split(/\s+/)
)

/** Words after which a doubtful verb is a verb. */
export const afterVerbs: ReadonlySet<string> = new Set(
  'a an the your our my their in from with without better more less to up out for on it them'.split(' ')
)

/** Verbs of two or more syllables that double their last consonant. */
export const doubling: ReadonlySet<string> = new Set(
  'begin prefer refer admit commit submit forget upset regret permit occur control travel cancel model label'.split(' ')
)
