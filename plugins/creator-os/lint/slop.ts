/**
 * Words and turns by which readers tell a text that nobody meant (the "slop" lists of editors and of the Wikipedia page
 * "Signs of AI writing", shortened to what is hardly ever meant). In lower case, apostrophes straight.
 */
export const slop: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  ...[
    'delve',
    'delves',
    'delving',
    'tapestry',
    'game-changer',
    'game changer',
    'game-changing',
    'unlock',
    'unlocks',
    'unlocking',
    'leverage',
    'leverages',
    'leveraging',
    'elevate',
    'elevates',
    'elevating',
    'seamless',
    'seamlessly',
    'landscape',
    'supercharge',
    'cutting-edge',
    'revolutionize',
    'revolutionise',
    'embark',
    'testament to',
    'treasure trove',
    'at the end of the day',
    'take it to the next level',
    "in today's",
    "here's the thing",
    'let that sink in',
    'read that again',
    'full stop',
    'dive in',
    'deep dive',
    "let's dive",
    'buckle up',
    'spoiler alert',
    'hot take',
    'pro tip'
  ].map(name => ({ name, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u') })),
  {
    name: "it's not X, it's Y",
    pattern: /\b(?:it's|it is|this is|that's) not (?:just |only |about )?[^.!?\n]{1,60}[,;.–—-]+ ?(?:it's|it is|but) /
  },
  {
    name: "it isn't X, it's Y",
    pattern: /\b(?:it|this|that) (?:isn't|is not) [^.!?\n]{1,60}[,;.–—-]+ ?(?:it's|it is|but) /
  },
  { name: 'not only X but also Y', pattern: /\bnot only [^.!?\n]{1,80} but also\b/ }
]
