import type { Openings } from '../opening.js'

/** Openings in a warm tone. Source: written for this product, after what guides to cold mail agree on (about the reader, short, no praise). */
export const warmOpenings: Openings = {
  reply: [
    {
      observation: 'Thanks so much for {fact}.',
      problem:
        "Let's shape what comes next around how you work at {company}, so that you don't have to sit through a standard show."
    },
    {
      observation: "Thanks for {fact}, it's good to hear from you.",
      problem: 'Everyone comes to this with a different question, so it makes sense to start with yours.'
    },
    {
      observation: 'Thank you for {fact}.',
      problem: "It's easier to show you the right things once it's clear what a good week looks like for your team."
    }
  ],
  interest: [
    {
      observation: 'You may have a fair bit of reading behind you by now, so this note is a short one.',
      problem: 'The things that matter most, such as how something fits your day, are rarely on a web page.'
    },
    {
      observation: "If you're looking into this for {company}, I'd be glad to save you some of the digging.",
      problem: 'Every team works a little differently, and general answers only take you so far.'
    },
    {
      observation: "You may be gathering ideas at the moment, and I'd like to help you with that.",
      problem: "It's often a small detail that decides whether something fits, and you can't see it from the outside."
    }
  ],
  timing: [
    {
      observation: 'I hear that {fact}, so here is a short note.',
      problem: "It's easy to end up with whatever was quickest to arrange, and then you live with it for a long while."
    },
    {
      observation: "I understand that {fact}, so I won't take much of your day.",
      problem: 'A clear view of what fits and what does not can take a lot of weight off your mind.'
    },
    {
      observation: 'As I hear it, {fact}.',
      problem: 'When time is short, it helps to have your open points laid out plainly.'
    }
  ],
  trigger: [
    {
      observation: 'I saw that {fact}, and that must be keeping you busy.',
      problem: "It's often the time when the small daily jobs start to pile up around you."
    },
    {
      observation: 'I noticed that {fact}.',
      problem: 'When so much moves at once, the routine work of your team is what tends to get squeezed.'
    },
    {
      observation: 'It looks as if {fact}.',
      problem: 'That can be a good moment to make the everyday work at {company} a little lighter for you.'
    }
  ],
  finance: [
    {
      observation: 'I saw that {fact}, which is good to see.',
      problem: 'The plans are the fun part, and finding the hours for them is often the hard part for your team.'
    },
    {
      observation: 'I noticed that {fact}.',
      problem: "It's a good place to be, and it tends to come with a long list of things for you to do at once."
    },
    {
      observation: 'It looks as if {fact}, so you may have a lot ahead of you at {company}.',
      problem: 'It helps when the routine work does not get in the way.'
    }
  ],
  need: [
    {
      observation: 'I hear that {fact}, and that can ask a lot of your patience.',
      problem: 'Much of it tends to hang on one or two people in your team, and it stops when they are away.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: "You're far from alone in that, and it can go well without turning your day upside down."
    },
    {
      observation: 'As I hear it, {fact}.',
      problem: "It's often the small repeated steps that wear your team down."
    }
  ],
  stack: [
    {
      observation: "I hear that {fact}, so you won't want to start from nothing.",
      problem: "It's the gaps between the tools that tend to land on your team."
    },
    {
      observation: 'I understand that {fact}.',
      problem: "It's a good base, and what you may miss is something that ties the pieces together."
    },
    {
      observation: 'As I hear it, {fact}.',
      problem: 'Whatever comes next should fit in with what your team likes and knows.'
    }
  ],
  compliance: [
    {
      observation: 'I hear that {fact}, which is rarely the part of the week that you look forward to.',
      problem: 'Most of it is gathering proof of things that your team did well in the first place.'
    },
    {
      observation: 'I understand that {fact}.',
      problem: "It's a lot less painful when the record keeps itself while your team gets on with the work."
    },
    {
      observation: 'As I hear it, {fact}.',
      problem: "It's the hunt for the right piece of paper that tends to take up your time."
    }
  ],
  size: [
    {
      observation: 'A team of your size has a lot of small jobs that come round every day.',
      problem: 'None of them is worth a meeting, and together they can wear you out.'
    },
    {
      observation: 'At the size of {company}, your people surely help each other out a great deal.',
      problem: "It's lovely, and it also means that a few of them get asked the same things all day."
    },
    {
      observation: 'In a company of your size, a lot of care goes into things that nobody outside ever sees.',
      problem: 'Some of that care could go to your customers, if the routine took less of it.'
    }
  ],
  access: [
    {
      observation: "I'm writing to you because, {fact}, you see what your team does all day.",
      problem: 'Much of it is routine that nobody chose, and that nobody had time to change.'
    },
    {
      observation: '{Fact}, you probably hear first when something is harder than it should be.',
      problem: "It's often a small thing that has been in your team's way for a long time."
    },
    {
      observation: "{Fact}, you'll know better than I do whether this is worth your time.",
      problem: 'In many teams the routine takes the hours that people would love to spend on better things.'
    }
  ],
  referral: [
    {
      observation: "I'm writing because {fact}, and that's the nicest way to start.",
      problem: "You won't get a long pitch from me, just the part that may be of use to you."
    },
    {
      observation: 'Since {fact}, you may not mind a short note.',
      problem: "It's the best reason to write to you, so here is the short story."
    },
    {
      observation: 'It helps a lot that {fact}.',
      problem: "So let's skip the usual first round and talk about what would help you."
    }
  ],
  none: [
    {
      observation: "We haven't met, so here is a short and friendly note to you at {company}.",
      problem:
        'In many teams the routine takes the hours that people would love to spend on better things, and yours may know that too.'
    },
    {
      observation: 'You get plenty of notes like this, so this one is short.',
      problem: 'It is often the small jobs, the ones that come back every day, that take the joy out of your week.'
    },
    {
      observation: "You don't know me yet, so let me come to the point.",
      problem: 'Work at {company} surely has a slow spot or two, and you know best where they are.'
    }
  ]
}
