import type { FollowUps } from '../follow-ups.js'

/** The second message where a decision is due. Source: written for this product. */
export const decision: FollowUps = {
  plain: [
    {
      subject: 'What to ask',
      sentences: [
        'One more thought on {topic}.',
        'What tells good options apart is rarely in the brochure: who does the set-up, what it asks of your team, and how you get out again.',
        'You can put those points to anyone you talk to, and not only to us.'
      ],
      question: 'Which of your questions is still open?'
    },
    {
      subject: 'A fair comparison',
      sentences: [
        'A fair comparison is hard to make from the outside.',
        'The best test is one task of your own that everyone you look at has to solve.',
        'It takes little of your time and tells you more than any list of features.'
      ],
      question: 'Which task would you choose?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}.',
        'Whatever you choose, your team will live with it for some time, so the dull points count: set-up, support, and what happens when you leave.',
        'It is worth having plain answers on those first.'
      ],
      question: 'Which answer do you still miss?'
    }
  ],
  warm: [
    {
      subject: 'What to ask',
      sentences: [
        "Here's one more thought on {topic}, for what it's worth.",
        'The things that make people happy later are rarely in the brochure: who does the set-up, and who picks up when you call.',
        'You can ask that of anyone you talk to, and not only of us.'
      ],
      question: 'Is there a question that you still carry around?'
    },
    {
      subject: 'A fair comparison',
      sentences: [
        "It's hard to compare things fairly from the outside.",
        'What helps is one small task of your own that everyone you look at has to solve.',
        "You'll see quickly who listens, and that tends to tell you the rest."
      ],
      question: 'Which task would you pick?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}, and you may well be deep in it.',
        "Whatever you choose, your team will live with it for a good while, so it's worth asking them what they would miss.",
        'That answer is often the one that decides it.'
      ],
      question: 'What would your team say?'
    }
  ],
  direct: [
    {
      subject: 'What to ask',
      sentences: [
        'One more point on {topic}.',
        'Ask everyone you look at who does the set-up, what it asks of your team, and how you get out again.',
        'The answers tell you more than any list of features.'
      ],
      question: 'Shall I send you ours?'
    },
    {
      subject: 'A fair test',
      sentences: [
        'You cannot compare brochures.',
        'Take one task of your own and have everyone you look at solve it.',
        'After that you do not need a list of features.'
      ],
      question: 'Which task would you take?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}.',
        'What you choose stays with you for some time, so get plain answers on the dull points: set-up, support, and leaving.',
        'If an answer is not plain, you have your answer.'
      ],
      question: 'Which point is still open for you?'
    }
  ]
}
