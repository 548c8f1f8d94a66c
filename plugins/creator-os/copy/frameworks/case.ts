import type { Framework } from '../frameworks.js'

/** For cases of which nothing but the topic is known: how to read one. Own texts. */
export const caseFrameworks: readonly Framework[] = [
  {
    problem:
      'Read a case like this with a pencil in hand. What was the situation before, and how close is it to yours?',
    stakes:
      'Conditions matter. A result that depended on a patient budget or a quiet season will not survive the trip to your desk.',
    steps: [
      {
        title: 'Note the starting point.',
        detail: 'Ask what was already in place before anything changed, who had put it there and what it had cost them.'
      },
      {
        title: 'Separate the change from the luck.',
        detail: 'Look for the step you could repeat next week, with your people and your budget.'
      },
      { title: 'Borrow the smallest part.', detail: 'Try a single piece of it. Keep the rest for later.' }
    ],
    mistake:
      'Copying the whole recipe is tempting. It brings along the parts that only made sense in the other kitchen, and those are hard to tell from the good ones.',
    question: 'Which part of this would work where you are?'
  },
  {
    problem:
      'The useful part of a story like this is the point where it could have gone the other way. Look for that moment first.',
    stakes:
      'It shows what had to be decided, and by whom, and with how little knowledge. A list of results would hide all of that.',
    steps: [
      { title: 'Find the decision.', detail: 'Ask who made it, and what they knew at the time.' },
      {
        title: 'Ask what it replaced.',
        detail: 'Somebody had been doing it differently, and had reasons. Find out what they gave up.'
      },
      {
        title: 'Write your own version.',
        detail:
          'Put the same decision into your words and your week, with the names of the people you would have to ask.'
      }
    ],
    mistake:
      'Hindsight makes every choice look obvious. Leave room for the possibility that another one would have worked as well.',
    question: 'Where did you face a decision like that?'
  }
]
