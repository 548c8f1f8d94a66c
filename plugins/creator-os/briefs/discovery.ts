import type { OutlineSection } from './outlines.js'

/** How to find a topic: what a brief offers when none is known. Own texts. */
export const discovery = {
  keyMessage: 'Find a question that somebody really asked you, and answer it for everyone else who has it.',
  angles: [
    {
      kind: 'contrarian',
      idea: 'Something you stopped doing, and why.',
      hook: 'What did you stop doing this year, and who noticed?'
    },
    {
      kind: 'how-to',
      idea: 'Something you were asked to explain more than once.',
      hook: 'Write down the answer that you gave twice this week.'
    },
    {
      kind: 'story',
      idea: 'A day on which something went other than planned.',
      hook: 'Think of the last day that did not go to plan.'
    }
  ],
  outline: [
    { heading: 'The question, as it was asked', note: 'In the words of the person who asked it.' },
    { heading: 'Why they asked', note: 'What they were trying to get done.' },
    { heading: 'The short answer', note: 'One sentence.' },
    { heading: 'The long answer', note: 'What it depends on, with an example for each case.' },
    { heading: 'What to do next', note: 'One step that can be taken today.' }
  ] satisfies readonly OutlineSection[],
  questions: [
    'What did a customer or colleague ask you this week?',
    'What do you explain again and again?',
    'Which mistake did you see more than once?',
    'What do you do differently from others in your field?',
    'What did you change your mind about, and what changed it?',
    'Which tool or habit would you not give up?',
    'What are people afraid of before they work with you?',
    'What would you have liked to know a year ago?'
  ],
  proofNeeded: ['The question in its own words, with leave to quote it.'],
  cta: 'What would you like to have explained?'
} as const
