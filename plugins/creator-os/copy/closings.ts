import type { Goal } from '../topic/intent.js'
import type { Tone } from './copy.js'

/** What follows the hook when it does not say whom the text is for. Own texts. */
export const addresses: Readonly<Record<Tone, string>> = {
  plain: 'This one is for {audience}.',
  bold: 'This is for {audience}.',
  friendly: 'Written with {audience} in mind.',
  expert: 'These notes are meant for {audience}.'
}

/** What leads from the first lines to the points that the author gave. Own texts. */
export const bridges: Readonly<Record<Tone, readonly string[]>> = {
  plain: ['What to keep in mind:', 'What is worth knowing:'],
  bold: ['Keep hold of this:', 'The short version:'],
  friendly: ["Here's what's worth keeping in mind:", 'Worth a thought:'],
  expert: ['The points to weigh:', 'What to take into account:']
}

/** The question at the end of a text that is made of the author's points, where its kind has none of its own. Own texts. */
export const pointQuestions: Readonly<Record<Tone, readonly string[]>> = {
  plain: ['Which of these would you start with?', 'What would you add?'],
  bold: ['Which of these will you do first?', 'Which of these would you argue with?'],
  friendly: ['Which of these would you try first?', 'What would you add to the list?'],
  expert: ['Which of these would you put first, and why?', 'Where would your experience differ?']
}

/** What a reader is asked where the goal wants more than an answer; `educate` and `engage` end on a question instead. Own texts. */
export const goalAsks: Readonly<Record<'sell' | 'announce', Readonly<Record<Tone, string>>>> = {
  sell: {
    plain: 'If you would like help with {noun}, send a message.',
    bold: 'Want help with {noun}? Send a message.',
    friendly: "If you'd like a hand with {noun}, send a message. No hurry.",
    expert: 'If you are working on {noun} at the moment, get in touch.'
  },
  announce: {
    plain: 'Questions about {noun}? Ask them in a reply.',
    bold: 'Ask the hard questions about {noun} in a reply.',
    friendly: "Anything you'd like to know about {noun}? Just ask.",
    expert: 'Questions and objections about {noun} are welcome in a reply.'
  }
}

/** What a reader is asked where something new is for sale. Own texts. */
export const tryAsks: Readonly<Record<Tone, string>> = {
  plain: 'Would you like to try it? Send a message.',
  bold: 'Try it. Send a message.',
  friendly: "If you'd like to try it, send a message.",
  expert: 'For a trial or a demonstration, get in touch.'
}

/** What stands before a link, by what the text is for. Own texts. */
export const linkLeads: Readonly<Record<Goal, Readonly<Record<Tone, string>>>> = {
  educate: {
    plain: 'More on {noun}:',
    bold: 'The full version:',
    friendly: "If you'd like to read on:",
    expert: 'Further reading:'
  },
  sell: {
    plain: 'If you would like help with {noun}:',
    bold: 'Start here:',
    friendly: "If you'd like a hand with {noun}:",
    expert: 'How we could work together:'
  },
  engage: {
    plain: 'Read it and say what you think:',
    bold: 'Read it and disagree:',
    friendly: 'Have a look and tell me what you think:',
    expert: 'Read it and send your objections:'
  },
  announce: {
    plain: 'The details are here:',
    bold: 'All of it is here:',
    friendly: "You'll find everything here:",
    expert: 'Documentation and details:'
  }
}
