/** Forms of local parts that hold a name, and how often they are right. Source: the scoring contract; `f.last` and `first` are ours. */
export const namePatterns: readonly { readonly pattern: string; readonly form: RegExp; readonly confidence: number }[] =
  [
    { pattern: 'first.last', form: /^(?<first>\p{L}[\p{L}'-]+)\.(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.9 },
    { pattern: 'first_last', form: /^(?<first>\p{L}[\p{L}'-]+)_(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.8 },
    { pattern: 'f.last', form: /^(?<first>\p{L})[._](?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.6 },
    { pattern: 'flast', form: /^(?<first>[a-z])(?<last>[a-z]{4,15})$/, confidence: 0.4 }
  ]
