/** Words that carry no topic: articles, pronouns, prepositions and the like. Own list for English. */
export const stopWords: ReadonlySet<string> = new Set(
  `
a about above after again against all also am an and any are aren't as at be because been before being below between both
but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each every few for from further
get got had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in into is isn't it
it's its itself just let let's like make me more most my myself need no nor not now of off on once one only or other our
ours ourselves out over own really same she should shouldn't so some still such than that the their theirs them themselves
then there these they this those through to too top two under until up us use using very via vs versus was wasn't we were
weren't what when where which while who whom whose why will with without won't would wouldn't yes you your yours yourself
`
    .trim()
    .split(/\s+/)
)
