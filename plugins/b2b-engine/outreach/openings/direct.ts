import type { Openings } from '../opening.js'

/** Openings in a direct tone. Source: written for this product, after what guides to cold mail agree on (about the reader, short, no praise). */
export const directOpenings: Openings = {
  reply: [
    {
      observation: 'Thank you for {fact}.',
      problem: 'To keep it useful, you would see only what matters at {company}.'
    },
    {
      observation: 'Thanks for {fact}.',
      problem: 'You say what it has to do, and you see whether it does.'
    },
    {
      observation: 'Thank you for {fact}; here is a simple way to go on.',
      problem: 'You bring one real case, and we work through that one with you.'
    }
  ],
  interest: [
    {
      observation: 'You may be looking into this for {company}.',
      problem: 'A website will not tell you whether it fits; a few straight answers will.'
    },
    {
      observation: 'If this is a live topic at {company}, here is a short cut for you.',
      problem: 'The questions that decide it for you are rarely answered on a page.'
    },
    {
      observation: 'You are probably looking at more than one way to do this.',
      problem: 'The differences only show on your own work.'
    }
  ],
  timing: [
    {
      observation: 'I hear that {fact}.',
      problem: 'A late choice is seldom a good one, and you have better things to do than to rush it.'
    },
    {
      observation: 'As far as I know, {fact}.',
      problem: 'What you need now is a clear yes or no on fit, and not one more brochure.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'Time that you spend on the wrong options does not come back.'
    }
  ],
  trigger: [
    {
      observation: 'I saw that {fact}.',
      problem: 'That puts every routine that you have at {company} to the test.'
    },
    {
      observation: 'I noticed that {fact}.',
      problem: 'Change makes more work first and less work later, and you are still in the first part.'
    },
    {
      observation: 'Word is that {fact}.',
      problem: 'Your routine work will not wait for that.'
    }
  ],
  finance: [
    {
      observation: 'I saw that {fact}.',
      problem: 'You now have more plans and the same hours, so something has to give.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'Results count now, and routine work is where your hours get lost.'
    },
    {
      observation: 'I noticed that {fact}.',
      problem: 'The faster you grow, the more a slow routine costs you.'
    }
  ],
  need: [
    {
      observation: 'I hear that {fact}.',
      problem: 'That costs your team hours every week and shows in no report.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'Every week of that takes hours that your team does not get back.'
    },
    {
      observation: 'As far as I know, {fact}.',
      problem: 'Your people have better things to do than to fill the gaps.'
    }
  ],
  stack: [
    {
      observation: 'I hear that {fact}.',
      problem: 'The tools are fine; the gaps between them cost you time.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'You need the pieces to work together, and not one more piece.'
    },
    {
      observation: 'As far as I know, {fact}.',
      problem: 'What does not fit in with them is of no use to you.'
    }
  ],
  compliance: [
    {
      observation: 'I hear that {fact}.',
      problem: 'Your team should not have to hunt for proof of work that it did right.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'A record that is kept along the way saves you the rush at the end.'
    },
    {
      observation: 'As far as I know, {fact}.',
      problem: 'The rules are clear; the paperwork is what takes your time.'
    }
  ],
  size: [
    {
      observation: 'At your size, small routines repeat all day.',
      problem: 'Each one is minor; together they take a real share of your week.'
    },
    {
      observation: 'A company of your size cannot run on what a few people know by heart.',
      problem: 'When they are away, your work waits.'
    },
    {
      observation: 'There are no hours to spare in a team of your size.',
      problem: 'Whatever slows one person down, the rest of you pay for.'
    }
  ],
  access: [
    {
      observation: 'I am writing to you because, {fact}, you decide what your team spends time on.',
      problem: 'Part of that time goes to work that nobody would miss.'
    },
    {
      observation: '{Fact}, you hear first when something takes too long.',
      problem: 'By then it has cost you more than anyone wrote down.'
    },
    {
      observation: '{Fact}, you can tell at a glance whether this is worth your time.',
      problem: 'Routine work eats hours that your team needs elsewhere.'
    }
  ],
  referral: [
    {
      observation: 'I am writing because {fact}.',
      problem: 'So you get the short version and no pitch.'
    },
    {
      observation: 'Since {fact}, here is a short note.',
      problem: 'That saves you the long introduction.'
    },
    {
      observation: 'It helps that {fact}.',
      problem: 'So you can skip the small talk and judge this for yourself.'
    }
  ],
  none: [
    {
      observation: 'You do not know me, so this is short.',
      problem: 'Routine work takes hours that you need elsewhere, at {company} as in most places.'
    },
    {
      observation: 'A short question to you at {company}.',
      problem: 'Some of the work there surely takes longer than it should, and you know which.'
    },
    {
      observation: 'You get many of these, so here is only the point.',
      problem: 'Small jobs that come back every day cost you more than any plan shows.'
    }
  ]
}
