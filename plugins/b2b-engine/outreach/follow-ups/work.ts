import type { FollowUps } from '../follow-ups.js'

/** The second message elsewhere: it speaks of the daily work. Source: written for this product. */
export const work: FollowUps = {
  plain: [
    {
      subject: 'Where the time goes',
      sentences: [
        'My last note was about {topic}.',
        'The part that takes the most time is often not the work itself but what surrounds it: asking, checking and waiting.',
        'If you see that at {company} too, it may be worth a look at where your hours go.'
      ],
      question: 'Which part takes the most time in your team?'
    },
    {
      subject: 'The work around it',
      sentences: [
        'One more thought on {topic}.',
        'The main task tends to be in good hands; it is the small ones around it that nobody owns and that come back every week.',
        'Those are the ones that your team could hand over first.'
      ],
      question: 'Which small job would your team be glad to lose?'
    },
    {
      subject: 'One part of it',
      sentences: [
        'There is no need for you to change everything at once.',
        'It often helps to take the one step that is done most often and make that one easy.',
        'You would see within a short time whether it is worth going on.'
      ],
      question: 'Which step would you start with?'
    }
  ],
  warm: [
    {
      subject: 'One more thought',
      sentences: [
        "I've been thinking about {topic} a little more.",
        "It's rarely the big task that wears people out, it's the asking, checking and waiting around it.",
        'If that sounds like a week at {company}, your team might enjoy having a bit less of it.'
      ],
      question: 'What would you be happiest to see the back of?'
    },
    {
      subject: 'A small first step',
      sentences: [
        "You don't have to change everything at once, and most teams wouldn't want to.",
        'A good start is the one small step that you do most often.',
        "If that gets easier, you'll know whether it's worth going on."
      ],
      question: 'Which step would your team pick?'
    },
    {
      subject: 'The small jobs',
      sentences: [
        'My last note was about {topic}, and you may well have had no time for it.',
        'That alone says something: the small jobs tend to eat the hours that were meant for thinking.',
        'It would be nice to give you some of those hours back.'
      ],
      question: 'Which of the small jobs takes the most out of your week?'
    }
  ],
  direct: [
    {
      subject: 'Where the time goes',
      sentences: [
        'My last note was about {topic}.',
        'The work itself is seldom the problem; asking, checking and waiting around it is.',
        'You can measure that in a day: note down each time your team has to wait for an answer.'
      ],
      question: 'Where does your team wait the most?'
    },
    {
      subject: 'Start with one step',
      sentences: [
        'You do not have to change everything at once.',
        'Take the step that your team does most often and make that one easy.',
        'If it does not help, you stop there and have lost little.'
      ],
      question: 'Which step would you take?'
    },
    {
      subject: 'The cost of waiting',
      sentences: [
        'Leaving things as they are is a choice too.',
        'Its cost is spread over all your weeks, so nobody ever sees the bill.',
        'You only need to look at one of those weeks closely.'
      ],
      question: 'Shall we take a look at your case together?'
    }
  ]
}
