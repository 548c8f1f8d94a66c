/** A goal in a few words that stands for several requests; `$1` and so on are what its groups hold. */
interface Recipe {
  readonly pattern: RegExp
  readonly requests: readonly string[]
}

/**
 * Goals whose steps their words do not name. The steps are plain requests, which are routed like any other: whatever product
 * answers to them takes them. Collected for this product.
 */
const recipes: readonly Recipe[] = [
  {
    pattern: /^(?:please\s+)?qualify\s+and\s+(?:contact|reach out to|write to|email)\s+(.+?)[\s.!]*$/iu,
    requests: ['enrich $1', 'score the lead $1', 'draft an outreach to $1']
  },
  {
    pattern: /^(?:please\s+)?publish\s+(?:something\s+)?(?:about|on)\s+(.+?)[\s.!]*$/iu,
    requests: ['prepare a content brief about $1', 'write a post about $1', 'schedule the posts']
  },
  {
    pattern: /^(?:please\s+)?check\s+((?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\S*)\s+and\s+(?:tell|let)\s+me\b.*$/iu,
    requests: ['probe $1', 'remember the result']
  }
]

/** The requests that a whole text stands for, if it is a recipe. */
export function recipeFor(text: string): readonly string[] | undefined {
  for (const { pattern, requests } of recipes) {
    const match = pattern.exec(text.trim())
    if (match)
      return requests.map(request => request.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? ''))
  }
  return undefined
}
