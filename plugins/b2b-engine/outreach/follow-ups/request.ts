import type { FollowUps } from '../follow-ups.js'

/** The second message to somebody who asked for something. Source: written for this product. */
export const request: FollowUps = {
  plain: [
    {
      subject: 'One case of yours',
      sentences: [
        'This is about {topic} again.',
        'The best thing to bring is one real case from {company}: a task that takes too long, or one that went wrong.',
        'With that on the table, you soon see whether this is for you.'
      ],
      question: 'Which case would you bring?'
    },
    {
      subject: 'To make it easy',
      sentences: [
        'You may have been too busy to come back to {topic}, and that is fine.',
        'It can also be done in writing: you note down what it has to do for you, and you get a plain answer to each point.',
        'You can then decide whether a talk is worth your time.'
      ],
      question: 'Would that suit you better?'
    },
    {
      subject: 'What you need',
      sentences: [
        'Before we go on with {topic}, it helps to know what is behind it.',
        'Often there is one thing that should be easier by now, and the rest can wait.',
        'A line from you on that is enough to make good use of your time.'
      ],
      question: 'What is it in your case?'
    }
  ],
  warm: [
    {
      subject: 'One case of yours',
      sentences: [
        "I'd like to come back to {topic}, if you don't mind.",
        "It's most fun with something real from {company}: a task that takes too long, or one that drives you up the wall.",
        "You'll soon see whether we can do something about it."
      ],
      question: 'What would you bring along?'
    },
    {
      subject: 'In your own time',
      sentences: [
        "You may have had no time for {topic} yet, and that's quite all right.",
        "If you'd rather not have a call, write down what it has to do for you, and you'll get a plain answer to each point.",
        'You can take it from there whenever it suits you.'
      ],
      question: 'Would you like that better?'
    },
    {
      subject: 'What would help you',
      sentences: [
        "Before we go on with {topic}, it would be good to know what's behind it.",
        "There's often one thing that people would love to be rid of, and the rest matters much less.",
        "Tell me yours, and you won't have to sit through anything else."
      ],
      question: 'What is it for you?'
    }
  ],
  direct: [
    {
      subject: 'One case of yours',
      sentences: [
        'This is about {topic}.',
        'Bring one real case from {company}, and you see at once what this can do and what it cannot.',
        'You need nothing else for it.'
      ],
      question: 'Which case would you bring?'
    },
    {
      subject: 'By call or in writing',
      sentences: [
        'You have two ways to go on with {topic}.',
        'You take a short call, or you write down what it has to do and get a plain answer to each point.',
        'Either way you know where you stand.'
      ],
      question: 'Which do you prefer?'
    },
    {
      subject: 'What is behind it',
      sentences: [
        'For {topic}, there is one thing to know first.',
        'Something at {company} should be easier than it is now, and that is where to start.',
        'A line from you is enough.'
      ],
      question: 'What is it in your case?'
    }
  ]
}
