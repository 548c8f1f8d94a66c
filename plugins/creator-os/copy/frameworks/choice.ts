import type { Framework } from '../frameworks.js'

/** For comparisons. Own texts. */
export const choiceFrameworks: readonly Framework[] = [
  {
    problem: 'Start from the job. Write one sentence about what {first} or {second} should do for you this quarter.',
    stakes: 'With that sentence in hand, a long list of features turns into a short list of tests.',
    steps: [
      {
        title: 'Name what you cannot give up.',
        detail: 'Keep it short. If an option fails on any line, it is out, and you have saved yourself a trial.'
      },
      {
        title: 'Try both on real work.',
        detail: 'Use an awkward task from last week, with the people who would live with the result.'
      },
      { title: 'Price the way out.', detail: 'Ask what it would take to leave each one later, in hours and in money.' }
    ],
    mistake: 'Feature tables are the trap. They show what could be done, and say little about what you would do.',
    question: 'What would make you switch from {first} to {second}?'
  },
  {
    problem:
      'Ask who would be unhappy with {first}. Then ask who would be unhappy with {second}, and write both answers down.',
    stakes:
      'Those people matter. They will decide how the choice turns out, whatever the comparison in your spreadsheet says.',
    steps: [
      {
        title: 'Hear them out early.',
        detail: 'Ask what they would lose, and listen for the task behind the complaint.'
      },
      {
        title: 'Set a date.',
        detail:
          'Comparisons drag on. Choose a day by which one of the options has to go, and tell somebody else which day it is.'
      },
      { title: 'Keep the reasons.', detail: 'A short note will help whoever has to look at this again next year.' }
    ],
    mistake:
      'It is tempting to wait for a clear winner. If the options are that close, the cost of waiting may be the larger one.',
    question: 'Who on your side would argue for {second}, and why?'
  }
]
