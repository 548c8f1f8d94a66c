import type { FollowUps } from '../follow-ups.js'

/** The third message where there is something to show: it stands after the first sentence. Source: written for this product. */
export const proof: FollowUps = {
  plain: [
    {
      subject: 'Something you can check',
      sentences: [
        'Rather than more about what we do, here is something you can check:',
        'You will know better than I do how much of that carries over to {company}.'
      ],
      question: 'Would you like to hear how it came about?'
    },
    {
      subject: 'One case for you',
      sentences: [
        'Claims are easy to make, so here is one that you can hold us to:',
        'Your case at {company} will differ, and the way to it may still be of use to you.'
      ],
      question: 'Would the details help you?'
    },
    {
      subject: 'What came of it',
      sentences: [
        'You have not heard yet what comes of it, so here is one result:',
        'The way there may be of more interest to you than the result.'
      ],
      question: 'Would you like to know more about it?'
    }
  ],
  warm: [
    {
      subject: 'A story for you',
      sentences: [
        "I'd rather show you something than tell you more, so here it is:",
        "Your team is your team, of course, and you'll see best what fits."
      ],
      question: 'Shall I tell you more about it?'
    },
    {
      subject: 'This might help you',
      sentences: [
        'Here is something that may be of more use to you than another note about what we do:',
        "You'll know how close that is to your own days at {company}."
      ],
      question: 'Would you like to hear more about it?'
    },
    {
      subject: 'One good result',
      sentences: [
        'You deserve more than fine words, so here is something solid:',
        'It may look different at {company}, and the road there might still give you an idea or two.'
      ],
      question: 'Would it help you to see the details?'
    }
  ],
  direct: [
    {
      subject: 'One result',
      sentences: ['You should not have to take my word for it:', 'Judge for yourself how far that goes for {company}.'],
      question: 'Do you want the details?'
    },
    {
      subject: 'Check this',
      sentences: ['Here is something that you can check:', 'Your case will differ; the way there may not.'],
      question: 'Should I show you how it was done?'
    },
    {
      subject: 'What came of it',
      sentences: [
        'You have read enough about what we do, so here is what came of it:',
        'You can tell best what that would mean at {company}.'
      ],
      question: 'Would you like to know more about it?'
    }
  ]
}
