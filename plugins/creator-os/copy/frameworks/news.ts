import type { Framework } from '../frameworks.js'

/** For announcements of which nothing but the topic is known. Own texts. */
export const newsFrameworks: readonly Framework[] = [
  {
    problem: 'If you are wondering what {noun} could change for you, start with the work you did yesterday.',
    stakes: "News is only useful once it has a place in somebody's day.",
    steps: [
      {
        title: 'Check whether it concerns you.',
        detail: 'Think of the task it would touch. If there is none, you can safely move on.'
      },
      {
        title: 'Try it on something small.',
        detail: 'Choose a task you know well, so that you can tell what is better and what is merely different.'
      },
      { title: 'Say what is missing.', detail: 'A short, specific complaint is the most useful reply you can send.' }
    ],
    mistake:
      'Please do not rebuild a working routine on the first day. Let the old way and the new way run side by side for a while.',
    question: 'What would you like to know about {noun} first?'
  },
  {
    problem:
      'You may want to know what {noun} would mean in practice: what stays, what changes, and what you would have to do.',
    stakes: 'Those answers matter more than the announcement, so ask for them.',
    steps: [
      { title: 'Start with what stays.', detail: 'Make a note of the things you rely on, and check them one by one.' },
      { title: 'Then look for what changes.', detail: 'Read with a single task in mind. It keeps the reading short.' },
      { title: 'Decide when to look again.', detail: 'Put a date in the calendar if now is a bad moment.' }
    ],
    mistake: 'It is easy to judge a new thing by its name. Give it a quarter of an hour of real use first.',
    question: 'What would have to be true about {noun} for you to try it?'
  }
]
