import type { Framework } from '../frameworks.js'

/** For opinions. Own texts. */
export const viewFrameworks: readonly Framework[] = [
  {
    problem: 'A view like that is worth testing before you share it. What would you have to see to change your mind?',
    stakes:
      'If the answer is nothing, readers will notice, and the ones who disagree will stop listening before your second sentence.',
    steps: [
      {
        title: 'Make it specific.',
        detail: 'Name the situation, the people and the result you expect, so that somebody could prove you wrong.'
      },
      {
        title: 'Find the best objection.',
        detail: 'Ask a person who disagrees. Write their reason down until they say you have got it.'
      },
      {
        title: 'Say where it stops.',
        detail: 'Every rule of thumb has an edge. Naming it costs a sentence and buys a lot of trust.'
      }
    ],
    mistake:
      'Arguing with the weakest version of the other side is comfortable. It convinces the people who agreed already.',
    question: 'What is the best reason to disagree?'
  },
  {
    problem:
      'Before you agree or disagree, look at your own week. Where did you see this happen, and where did you see the opposite?',
    stakes:
      'Honest examples persuade. A handful of them will do more for the argument than another confident sentence ever could.',
    steps: [
      {
        title: 'Write down a case that fits.',
        detail: 'Keep the dull details, because they are what makes a story believable to somebody who was not there.'
      },
      {
        title: 'Write down one that does not.',
        detail: 'Look close to home. If there is none, say how far you looked.'
      },
      { title: 'Conclude little.', detail: 'Claim what both cases allow, and leave the rest open.' }
    ],
    mistake:
      'It is easy to collect only the examples that please you. Ask somebody who disagrees to pick the next one, and promise beforehand to use it.',
    question: 'Which example would you add, for or against?'
  }
]
