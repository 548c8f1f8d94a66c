import type { Framework } from '../frameworks.js'

/** For topics that somebody does: how-tos and lists. Own texts. */
export const practiceFrameworks: readonly Framework[] = [
  {
    problem: 'Write down the last time {noun} came up. Who did what, in which order, and where did it stall?',
    stakes:
      'Keep that page. It gives you something to point at in a meeting where everybody else will only have opinions.',
    steps: [
      {
        title: 'Choose one thing to change.',
        detail: 'Take the part that cost you the most patience, and leave the rest alone for now.'
      },
      {
        title: 'Try it where failure is cheap.',
        detail: 'Use a single team, a single customer or a single week, so that a bad idea stays small.'
      },
      {
        title: 'Agree on the proof first.',
        detail: 'Before you begin, say what you would accept as a sign that it helped.'
      }
    ],
    mistake:
      'The tempting mistake is to change several things at once. If it works, you will not know why, and you will be afraid to touch it.',
    question: 'Which part of {noun} costs you the most patience?'
  },
  {
    problem:
      'Try to explain {noun} to somebody who joined yesterday. Make a note each time you hear yourself say that it depends.',
    stakes: 'Each note is a decision that someone will have to make again, probably in a hurry.',
    steps: [
      {
        title: 'Collect the decisions.',
        detail: 'Keep to the ones you made this month, in the words you would use out loud.'
      },
      { title: 'Settle one.', detail: 'Write the rule as a single sentence. Add the exception if there is one.' },
      {
        title: 'Put it where the work happens.',
        detail:
          'A rule in a folder gets lost. Move it into the form, the template or the checklist that people already open.'
      }
    ],
    mistake: 'Watch the length. A guide that takes an hour to read will be skipped on the day it is needed.',
    question: 'Which decision about {noun} do you keep making again and again?'
  },
  {
    problem:
      'Begin at the end. Describe what {noun} would look like on a good day, and do it without naming a tool or a method.',
    stakes: 'Hard to write? Then the goal is still vague, and everything you build on it would be a guess.',
    steps: [
      {
        title: 'Find the first gap.',
        detail: 'Put your description next to what you have now and underline the first difference.'
      },
      {
        title: 'Ask the person it lands on.',
        detail:
          'Somebody lives with the result. Ask what they do when it fails, and write the answer down before you defend anything.'
      },
      {
        title: 'Close that gap by hand.',
        detail: 'Do it the slow way once. You will learn what a tool would have to do.'
      }
    ],
    mistake:
      'Buying the tool first feels like progress. It also fixes the answer before anyone has agreed on the question.',
    question: 'What would {noun} look like for you on a good day?'
  },
  {
    problem: 'List everything you do for {noun} in a normal week. Include the small chores that nobody writes down.',
    stakes: 'A plan that starts from this list is a plan for the week you really have.',
    steps: [
      {
        title: 'Cross out a line.',
        detail: 'Choose something whose absence would go unnoticed, and stop doing it for a fortnight.'
      },
      { title: 'Move a line.', detail: 'Give one chore to the person, the hour or the tool that suits it better.' },
      {
        title: 'Protect a line.',
        detail: 'Pick the work that matters most, and put it in the calendar before anything else.'
      }
    ],
    mistake:
      'Adding feels safer than removing. A plan that only grows will be dropped the first time the week gets short.',
    question: 'What could you stop doing for {noun} without anyone noticing?'
  }
]
