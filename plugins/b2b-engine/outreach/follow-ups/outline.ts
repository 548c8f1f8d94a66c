import type { FollowUps } from '../follow-ups.js'

/** The third message where there is nothing to show: it offers a written outline. Source: written for this product. */
export const outline: FollowUps = {
  plain: [
    {
      subject: 'On paper first',
      sentences: [
        'Rather than tell you more, I can put on paper how this could look at {company}.',
        'It would say what would change, what would stay, and what it would ask of your team.',
        'You could read it when it suits you, and no call is needed.'
      ],
      question: 'Shall I send it to you?'
    },
    {
      subject: 'A short outline',
      sentences: [
        'You may want a short outline to look at before you give this any time.',
        'It would show you the first step, what it needs from your side, and how you would see whether it works.',
        'If it does not convince you, you can leave it at that.'
      ],
      question: 'Would you like to have one?'
    },
    {
      subject: 'Your own example',
      sentences: [
        'The quickest way to judge this is with an example of your own.',
        'You name one task at {company} that takes too long, and you get back a plain note on what could be done about it.',
        'That costs you a few lines and tells you a good deal.'
      ],
      question: 'Which task would you pick?'
    }
  ],
  warm: [
    {
      subject: 'Something to look at',
      sentences: [
        "It's easier to think about this with something in front of you.",
        "I'd be glad to write down how it could look at {company}: what would change, what would stay, and what it would ask of your team.",
        'You could read it over a cup of tea, with no call and no fuss.'
      ],
      question: 'Shall I send you an outline?'
    },
    {
      subject: 'A short outline',
      sentences: [
        "You're busy, so let's keep this easy: a short outline, and no more.",
        "It would show you the first step and what you'd need for it, and you can take it from there in your own time.",
        "If it isn't for you, that's fine too."
      ],
      question: 'Would you like to have one?'
    },
    {
      subject: 'Your own example',
      sentences: [
        'The nicest way to find out whether this is any use is to try it on something of yours.',
        'Tell me about one task at {company} that takes too long, and you get a plain and friendly note on what could be done.',
        'A few lines from you are plenty.'
      ],
      question: 'Which task comes to your mind first?'
    }
  ],
  direct: [
    {
      subject: 'On paper first',
      sentences: [
        'You can have this on paper before you decide anything.',
        'It says what would change at {company}, what would stay, and what it would ask of your team.',
        'No call is needed for that.'
      ],
      question: 'Should I send it to you?'
    },
    {
      subject: 'Your own example',
      sentences: [
        'Take one task at {company} that takes too long.',
        'You describe it in a few lines, and you get a plain answer on what can be done about it.',
        'Then you know whether this is worth your time.'
      ],
      question: 'Which task would you take?'
    },
    {
      subject: 'The first step',
      sentences: [
        'You do not need the whole plan, only the first step.',
        'It comes to you in writing: what to do, who does it, and how you see that it works.',
        'The rest can wait until you have seen that.'
      ],
      question: 'Do you want it?'
    }
  ]
}
