import type { Openings } from '../opening.js'

/** Openings in a plain tone. Source: written for this product, after what guides to cold mail agree on (about the reader, short, no praise). */
export const plainOpenings: Openings = {
  reply: [
    {
      observation: 'Thank you for {fact}.',
      problem: 'You will want to see how this would work on your own case and not on a made-up one.'
    },
    {
      observation: 'Thank you for {fact}; I would like to make it worth your time.',
      problem: 'A short talk about how you work today will tell you more than a long set of slides.'
    },
    {
      observation: 'Thank you for {fact}.',
      problem: 'Before you sit through anything, it helps to know what you need it to do at {company}.'
    }
  ],
  interest: [
    {
      observation: 'You may be weighing up your options at the moment, so here is a short note.',
      problem: 'Pages and papers answer the general questions, but seldom the one that decides it for {company}.'
    },
    {
      observation: 'If this is on your list at {company} right now, a short answer may save you some reading.',
      problem: 'What is hard to find on a website is how something would fit the way your own team works.'
    },
    {
      observation: 'This may be a live question at {company}, so you may find a short note useful.',
      problem: 'It is hard to judge a product from the outside, and easy to lose an evening of yours trying.'
    }
  ],
  timing: [
    {
      observation: 'I understand that {fact}.',
      problem: 'The hard part is to choose well without losing weeks of your time to it.'
    },
    {
      observation: 'I gather that {fact}, so this note is brief.',
      problem: 'Choices like yours tend to be rushed at the end, when there is no time left for the awkward questions.'
    },
    {
      observation: 'From what I hear, {fact}.',
      problem: 'The sooner your open points are on the table, the less the calendar decides for you.'
    }
  ],
  trigger: [
    {
      observation: 'I saw that {fact}.',
      problem: 'A change like that soon shows which of your ways of working keep up and which do not.'
    },
    {
      observation: 'I noticed that {fact}.',
      problem: 'It usually adds work for you before it takes any away.'
    },
    {
      observation: 'I noticed that {fact}, and one thing about it may matter to you.',
      problem: 'The everyday work at {company} still has to run, often with the same hands.'
    }
  ],
  finance: [
    {
      observation: 'I saw that {fact}.',
      problem: 'Ideas now tend to move faster than the tools and routines that your team has for them.'
    },
    {
      observation: 'I noticed that {fact}.',
      problem: 'What follows is often more for your team to do, well before any new hands arrive.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: 'At your stage, small delays in the daily work start to cost more than they did.'
    }
  ],
  need: [
    {
      observation: 'I understand that {fact}.',
      problem: 'That takes hours that nobody in your team planned for, and it is hard to see where they go.'
    },
    {
      observation: 'I gather that {fact} at {company}.',
      problem: 'The trouble is seldom one big failure, but the many small checks that add up over your week.'
    },
    {
      observation: 'From what I hear, {fact}.',
      problem: 'The hard part is to change things while the daily work of your team goes on.'
    }
  ],
  stack: [
    {
      observation: 'I understand that {fact}.',
      problem: 'The tools are rarely the trouble; the gaps between them are, and your team has to fill those.'
    },
    {
      observation: 'I gather that {fact} at {company}.',
      problem: 'Where one tool ends and the next begins, someone in your team usually copies things across.'
    },
    {
      observation: 'From what I hear, {fact}.',
      problem: 'Anything new has to fit in with them, or it only adds to your work.'
    }
  ],
  compliance: [
    {
      observation: 'I understand that {fact}.',
      problem: 'Much of that work is finding proof of things that your team did right anyway.'
    },
    {
      observation: 'I gather that {fact} at {company}.',
      problem: 'The rules are one thing; keeping the evidence in order is what takes up your time.'
    },
    {
      observation: 'From what I hear, {fact}.',
      problem: 'It is easier on your team when the record is kept as the work is done, and not gathered at the end.'
    }
  ],
  size: [
    {
      observation: 'In a team of your size, the same small jobs come up many times a day.',
      problem: 'Each of them is minor, and together they take a real share of your week.'
    },
    {
      observation: 'A company of your size often asks more of its people than its tools were made for.',
      problem: 'The work gets done, but part of it in ways that you would not choose again.'
    },
    {
      observation: 'With a team like yours at {company}, a good deal depends on who knows what.',
      problem: 'When that lives in a few heads, the rest of your team has to ask and wait.'
    }
  ],
  access: [
    {
      observation: 'I am writing to you because, {fact}, you see where time is lost.',
      problem: 'It is often in small jobs that no plan shows and that your team does anyway.'
    },
    {
      observation: '{Fact}, you are likely the first to hear when something takes too long.',
      problem: 'By then it has often cost your team more than anybody wrote down.'
    },
    {
      observation: '{Fact}, you will know better than I do whether this matters to you.',
      problem: 'In many teams, routine work eats the hours that were meant for better things.'
    }
  ],
  referral: [
    {
      observation: 'I am writing because {fact}.',
      problem: 'That counts for more than a pitch, so you will not get one here.'
    },
    {
      observation: 'Since {fact}, you may not mind a short note.',
      problem: 'It would be a pity to spend that on a long story, so here is the short one.'
    },
    {
      observation: 'It helps that {fact}.',
      problem: 'So you can skip the usual first round and go straight to what would be of use to you.'
    }
  ],
  none: [
    {
      observation: 'This is a first note to {company}, so you will find it short.',
      problem:
        'In many teams, routine work eats the hours that were meant for better things, and yours may know the feeling.'
    },
    {
      observation: 'You do not know me yet, so here is the short version.',
      problem: 'Small jobs that come back every day tend to take more of your week than any plan shows.'
    },
    {
      observation: 'You get many notes like this, so here is only the point.',
      problem: 'Work at {company} surely has its slow spots, and you know better than anyone where they are.'
    }
  ]
}
