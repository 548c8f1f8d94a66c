import type { FollowUps } from '../follow-ups.js'

/** The last message: it says goodbye. Source: written for this product. */
export const breakUp: FollowUps = {
  plain: [
    {
      subject: 'My last note',
      sentences: [
        'You have had a few notes from me about {topic}, and your inbox is full enough.',
        'If this is not for you, no answer is needed, and you will not get another one.',
        'If only the moment is wrong, tell me when to come back.'
      ],
      question: 'Is there someone else at {company} who would be better to ask?'
    },
    {
      subject: 'Leaving it here',
      sentences: [
        'No answer is an answer too, so this is the last note that you get from me about {topic}.',
        'Should it come up again at {company}, a short reply is enough, and you will not have to start from the beginning.',
        'Until then, I wish you well with it.'
      ],
      question: 'Shall we leave it there for now?'
    },
    {
      subject: 'Before I stop',
      sentences: [
        'You are busy, and this may simply not be what you need.',
        'This is my last note about {topic}, so you need not do anything.',
        'A single word tells me whether to come back later or not at all, whichever you prefer.'
      ],
      question: 'Shall I come back to you later, or not at all?'
    }
  ],
  warm: [
    {
      subject: 'My last note',
      sentences: [
        "You've had a few notes from me about {topic} now, and I don't want to crowd your inbox.",
        "If you can do without this, that's perfectly fine, and you don't have to reply.",
        "If it's only a bad moment, tell me and you'll hear from me when it suits you."
      ],
      question: 'Is there a better time for you?'
    },
    {
      subject: 'All the best to you',
      sentences: [
        "I'll leave you in peace about {topic} after this one.",
        "If it ever comes back to your desk at {company}, just reply to this note and we'll pick it up where you left it.",
        'Until then, I wish you and your team a good run.'
      ],
      question: 'Or is there a colleague of yours who would like to hear about it?'
    },
    {
      subject: 'No hard feelings',
      sentences: [
        "It looks as if this isn't the right time for you, and there are no hard feelings at all.",
        'This is my last note about {topic}, so your inbox can breathe again.',
        "You're always welcome to write to me, be it in a week or in a year."
      ],
      question: 'Is there anything else you would like to know?'
    }
  ],
  direct: [
    {
      subject: 'My last note',
      sentences: [
        'This is the last note that you get from me about {topic}.',
        'If it is not for you, do nothing.',
        'If the time is wrong, tell me when to come back.'
      ],
      question: 'Is someone else at {company} the right person to ask?'
    },
    {
      subject: 'Yes, no, or later',
      sentences: [
        'You have three ways to answer this: yes, no, or later.',
        'Each of them is fine, and no answer counts as a no.',
        'There will be no more notes to you about {topic} after this one.'
      ],
      question: 'Which one is it for you?'
    },
    {
      subject: 'Leaving it here',
      sentences: [
        'You have not answered my notes about {topic}, so this is probably not what you need.',
        'That is fine, and this is where I stop.',
        'Should it change at {company}, you know where to find me.'
      ],
      question: 'Shall we leave it there for you?'
    }
  ]
}
