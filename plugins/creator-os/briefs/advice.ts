import type { Goal, Intent } from '../topic/intent.js'

/** What a reader should take away from a text that teaches, by its kind. Own texts. */
export const lessons: Readonly<Record<Intent, string>> = {
  'how-to':
    'After reading, {reader} should be able to take the first step with {noun}, and know how to tell that it worked.',
  list: 'After reading, {reader} should know which item to try first, and why that one.',
  comparison:
    'After reading, {reader} should know whether {first} or {second} suits the work at hand, and what would change the answer.',
  opinion:
    'After reading, {reader} should be able to say what speaks for the claim, what against it, and where it stops being true.',
  announcement: 'After reading, {reader} should know what is new, whom it concerns, and what to do next.',
  case: 'After reading, {reader} should know what was decided and why, and which part could be borrowed.'
}

/** What a reader should take away where the goal is more than to teach. Own texts. */
export const keyMessages: Readonly<Record<Exclude<Goal, 'educate'>, string>> = {
  sell: 'After reading, {reader} should know what help with {noun} would be worth to them, and how to ask for it.',
  engage: 'After reading, {reader} should want to add something about {noun} from their own work.',
  announce: 'After reading, {reader} should know what is new about {noun}, whom it concerns, and what to do next.'
}

/** What {reader} stands for when no audience was named. */
export const anyReader = 'a reader'

/** What has to be shown for a text of each kind to be believed. Own texts. */
export const proofs: Readonly<Record<Intent, readonly string[]>> = {
  'how-to': ['A finished example that shows every step in use.', 'A before and after, measured the same way.'],
  list: ['The test that each item had to pass.', 'First-hand use of at least one item.'],
  comparison: [
    'The same task done with both, on the same data.',
    'Prices and limits with the day on which they were read.'
  ],
  opinion: ['A case that fits and a case that does not.', 'The objection in the words of somebody who holds it.'],
  announcement: [
    'Dates, prices and limits, checked by whoever owns them.',
    'A picture or a recording of the new thing in use.'
  ],
  case: ['The figures before and after, with their dates.', 'Leave from the people and companies that are named.']
}

/** What a reader is asked at the end of a how-to or a list. Own texts. */
export const practiceAsks: Readonly<Record<'educate' | 'engage', string>> = {
  educate: 'Take the first step with {noun} today, and reply with what got in the way.',
  engage: 'What would you add about {noun} from your own work?'
}

/** What serves each goal, and what harms it. Own texts. */
export const manners: Readonly<Record<Goal, { readonly do: readonly string[]; readonly avoid: readonly string[] }>> = {
  educate: {
    do: ['Show one worked example.', 'Name the step people get stuck on.', 'Stop when the reader can act.'],
    avoid: ['A history of the subject before the first useful line.', 'Terms that the reader would have to look up.']
  },
  sell: {
    do: [
      "Describe the reader's problem before the offer.",
      'Say whom the offer does not suit.',
      'Ask for one next step.'
    ],
    avoid: ['Superlatives that you could not prove.', 'Pressure by invented deadlines.']
  },
  engage: {
    do: [
      'Ask a question that has more than one good answer.',
      'Give your own answer first.',
      'Reply to the first comments.'
    ],
    avoid: ['Questions that can be answered with yes or no.', 'Taking sides on something you do not mean.']
  },
  announce: {
    do: ['Put the news into the first line.', 'Say what stays the same.', 'Give a date and a place to ask.'],
    avoid: ['Thanking everybody before the news.', 'Promising what is not out yet.']
  }
}

/** What to look at before a text goes out. Own texts. */
export const checks: readonly string[] = [
  'The first line says what the text is about.',
  'Every figure has a source.',
  'The reader is asked one thing, at the end.',
  'Nothing is in it that you would not say to a reader in person.',
  'It was read out loud once.'
]
