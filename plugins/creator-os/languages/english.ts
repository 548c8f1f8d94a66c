import type { KindPhrases, Phrases } from './languages.js'

const practice: Omit<KindPhrases, 'outline' | 'proofs' | 'lesson'> = {
  questions: [
    'Who has to deal with {noun}, and who decides about it?',
    'What exactly is meant by {noun}, in one sentence?',
    'Why now, and what happens if nothing is done about {noun}?',
    'How is it done today, step by step?',
    'How much does it cost, in money, time and attention?',
    'What could fail, and who would notice first?',
    'How would {reader} know that it worked?',
    'What can {reader} do about {noun} today?'
  ],
  angles: {
    contrarian: {
      idea: 'Question what is usually recommended, and say for whom it does not hold.',
      ask: 'the usual advice, and the case in which you would not follow it'
    },
    'how-to': {
      idea: 'Show the first step in enough detail that a reader can take it today.',
      ask: 'the first step, and how long it takes'
    },
    story: {
      idea: 'Begin with one case that you know first-hand, and state the lesson after it.',
      ask: 'one case: who, when, and what happened'
    }
  }
}

/** What the rules write in English. Own texts. */
export const english: Phrases = {
  topic: '{noun}',
  copy: {
    outline: 'Outline, not a finished text: {heading}',
    fillIn: 'Replace each part in brackets with your own facts.',
    proof: 'Proof',
    request: 'One question or request to the reader.',
    address: 'For {audience}.',
    firstLines: {
      named: '{Heading}, for {audience}.',
      addressed: 'For {audience}: {heading}',
      counted: '{Heading}: {count} points for {audience}.'
    },
    title: '{heading} for {audience}',
    linkLead: 'More on {noun}:',
    chapters: 'In this video:',
    headings: { points: 'What to know', body: 'In detail' },
    closings: {
      discuss: {
        plain: 'What would you add about {noun}?',
        bold: 'Where would you disagree about {noun}?',
        friendly: "What has your experience with {noun} been? I'd like to hear it.",
        expert: 'What does your own experience with {noun} show?'
      },
      sell: {
        plain: 'If you would like help with {noun}, send a message.',
        bold: 'Want help with {noun}? Send a message.',
        friendly: "If you'd like help with {noun}, send a message. No hurry.",
        expert: 'If you are working on {noun} at the moment, get in touch.'
      },
      announce: {
        plain: 'Questions about {noun}? Ask them in a reply.',
        bold: 'Ask the hard questions about {noun} in a reply.',
        friendly: "Anything you'd like to know about {noun}? Just ask.",
        expert: 'Questions and objections about {noun} are welcome in a reply.'
      }
    },
    numerals: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  },
  kinds: {
    'how-to': {
      ...practice,
      outline: [
        { heading: 'Who this is for', note: 'What the reader is trying to do, and who can skip the text.' },
        { heading: 'The result', note: 'What is there at the end, so that a reader can tell when to stop.' },
        { heading: 'What to have ready', note: 'Tools, access and people. Only what is really needed.' },
        { heading: 'The steps, in order', note: 'One action a step, each beginning with a verb.' },
        { heading: 'Where people get stuck', note: 'The step, and what helped there.' },
        { heading: 'How to check that it worked', note: 'One check that a reader can make on the same day.' }
      ],
      proofs: ['A finished example that shows every step in use.', 'A before and after, measured the same way.'],
      lesson:
        'After reading, {reader} should be able to take the first step with {noun}, and know how to check that it worked.'
    },
    list: {
      ...practice,
      outline: [
        { heading: 'Why this list', note: 'What the items have in common, and who chose them.' },
        { heading: 'How the items were chosen', note: 'The test that an item had to pass.' },
        { heading: 'The items, strongest first', note: 'For each: what it is, when it helps, what it costs.' },
        { heading: 'What was left out', note: 'A popular item that failed the test, and why.' },
        { heading: 'Which one to try first', note: 'One item, and the reason in a sentence.' }
      ],
      proofs: ['The test that each item had to pass.', 'First-hand use of at least one item.'],
      lesson: 'After reading, {reader} should know which item to try first, and why that one.'
    },
    comparison: {
      outline: [
        { heading: 'The job to be done', note: 'One sentence on what either option is needed for.' },
        { heading: 'Requirements', note: 'What rules an option out at once.' },
        { heading: '{First} at its best', note: 'The case in which a fair reader would choose it.' },
        { heading: '{Second} at its best', note: 'The same, in the same form and at the same length.' },
        { heading: 'The cost of changing later', note: 'What it takes to move away from each, in hours and in money.' },
        { heading: 'Which to choose, and when', note: 'A recommendation for each kind of reader.' }
      ],
      questions: [
        'Who has to live with {first} or {second}, and who decides?',
        'What is the job that either of them has to do?',
        'Why is the choice between {first} and {second} open now?',
        'What can {first} do that {second} cannot, and the other way round?',
        'How much does each cost in the first year, and in the third?',
        'What could fail with each, and who would notice first?',
        'What would it take to change from {first} to {second} later?',
        'Which one suits {reader}, and what would change the answer?'
      ],
      proofs: [
        'The same task done with both, on the same data.',
        'Prices and limits with the day on which they were read.'
      ],
      lesson:
        'After reading, {reader} should know whether {first} or {second} suits the work at hand, and what would change the answer.',
      angles: {
        contrarian: {
          idea: 'Say when the less popular choice is the right one.',
          ask: 'the case in which you would choose {second}'
        },
        'how-to': {
          idea: 'Give the reader a test to decide by, in place of a winner.',
          ask: 'the test that decides between {first} and {second}'
        },
        story: {
          idea: 'Follow one decision from the first doubt to the result.',
          ask: 'who chose between {first} and {second}, and what came of it'
        }
      }
    },
    opinion: {
      outline: [
        { heading: 'The claim in one sentence', note: 'Specific enough that somebody could show it to be wrong.' },
        { heading: 'Where it comes from', note: 'What you saw or did that led you to it.' },
        { heading: 'The best evidence for it', note: 'Your strongest example, with its details.' },
        { heading: 'The best objection', note: 'In words that the other side would accept.' },
        { heading: 'Where it stops being true', note: 'The situation in which you would do the opposite.' },
        { heading: 'What to do about it', note: 'One change that a reader could make this week.' }
      ],
      questions: [
        'Who holds this view, and who has something to lose by it?',
        'What exactly is claimed, in one sentence?',
        'Why say it now?',
        'What is the strongest example for it?',
        'How much would it cost to act on it, and to be wrong about it?',
        'What is the best objection, and who makes it?',
        'Where does it stop being true?',
        'What should {reader} do differently tomorrow?'
      ],
      proofs: ['A case that fits and a case that does not.', 'The objection in the words of somebody who holds it.'],
      lesson:
        'After reading, {reader} should be able to say what supports the claim, what contradicts it, and where it stops being true.',
      angles: {
        contrarian: {
          idea: 'Give the other side its best case, and answer it.',
          ask: 'the best objection that you know'
        },
        'how-to': {
          idea: 'Turn the claim into something that a reader can do.',
          ask: 'one change that follows from it'
        },
        story: {
          idea: 'Begin with the moment in which you noticed.',
          ask: 'when you noticed, and what you saw'
        }
      }
    },
    announcement: {
      outline: [
        { heading: 'What is new', note: 'One sentence, without an adjective.' },
        { heading: 'Who it is for', note: 'And who need not change anything.' },
        { heading: 'What changes for them', note: 'The task that gets easier, from the first step to the last.' },
        { heading: 'What stays the same', note: 'Prices, data, habits: whatever people will ask about.' },
        { heading: 'How to get it, and when', note: 'Dates, places and conditions.' },
        { heading: 'Where to ask', note: 'A person or an address.' }
      ],
      questions: [
        'Who is it for, and who need not change anything?',
        'What is new, in one sentence?',
        'Why was it made, and why now?',
        'How can {reader} get it, and when?',
        'How much does it cost, and what does that include?',
        'What could break, and how would one undo it?',
        'What stays the same?',
        'Where can {reader} ask?'
      ],
      proofs: [
        'Dates, prices and limits, checked by whoever is responsible for them.',
        'A picture or a recording of it in use.'
      ],
      lesson: 'After reading, {reader} should know what is new, whom it concerns, and what to do next.',
      angles: {
        contrarian: {
          idea: 'Say whom it is not for. It makes the rest believable.',
          ask: 'who can ignore it, and why'
        },
        'how-to': {
          idea: 'Show the one task that changes, from the first step to the last.',
          ask: 'the task that changes, before and after'
        },
        story: {
          idea: 'Begin with the question or complaint that started it.',
          ask: 'the question that started it, and who asked'
        }
      }
    },
    case: {
      outline: [
        { heading: 'The situation before', note: 'In plain figures, with dates.' },
        { heading: 'What had to be decided', note: 'The options, and who decided.' },
        { heading: 'What was done, in order', note: 'Including what did not help.' },
        { heading: 'What happened', note: 'The same figures as at the start, measured the same way.' },
        { heading: 'What would be done differently', note: 'And why.' },
        { heading: 'What a reader can borrow', note: 'The smallest piece that works without the rest.' }
      ],
      questions: [
        'Who was involved, and who had to agree?',
        'What was the situation before, in plain figures?',
        'Why was something done at all, and why then?',
        'What was done, in which order, and what did not help?',
        'How much did it cost, in money, time and goodwill?',
        'What could have failed, and what nearly did?',
        'What was the result, measured the same way as before?',
        'Which part could {reader} borrow?'
      ],
      proofs: [
        'The figures before and after, with their dates.',
        'Permission from the people and companies that are named.'
      ],
      lesson: 'After reading, {reader} should know what was decided and why, and which part could be borrowed.',
      angles: {
        contrarian: {
          idea: 'Ask what would have happened anyway.',
          ask: 'what would have happened without it'
        },
        'how-to': {
          idea: 'Show the piece that works without the rest.',
          ask: 'the piece that others can borrow'
        },
        story: {
          idea: 'Begin on the day before anything changed.',
          ask: 'the day before: the figures and the people'
        }
      }
    },
    sensitive: {
      outline: [
        { heading: 'What is known', note: 'Each statement with its source and date.' },
        { heading: 'What is not known', note: 'Say it plainly, and do not guess.' },
        { heading: 'Who is affected', note: 'In words that they would use for themselves.' },
        { heading: 'Where to find help', note: 'An address or a number that was checked today.' },
        { heading: 'Who checked the text', note: 'Somebody qualified, by name and role.' }
      ],
      questions: [
        'Who is affected, and who agreed to be mentioned?',
        'What is established, and by which source?',
        'What is disputed or not known?',
        'Why is it published now?',
        'What could harm a reader who is affected?',
        'Where can {reader} find help?',
        'Who is qualified to check the text?',
        'What should {reader} know, or be able to do, afterwards?'
      ],
      proofs: [
        'A source for each statement, with its date.',
        'Written permission from everybody who can be recognised.'
      ],
      lesson: 'After reading, {reader} should know what is established, who says so, and where to find help.',
      angles: {
        contrarian: {
          idea: 'Correct one common misunderstanding, with its source.',
          ask: 'the misunderstanding, and the source that corrects it'
        },
        'how-to': {
          idea: 'Show where help can be found, step by step.',
          ask: 'the first address to turn to'
        },
        story: {
          idea: 'Let somebody speak who is affected and has agreed to be quoted.',
          ask: 'a quotation, with permission'
        }
      }
    }
  },
  brief: {
    keyMessages: {
      sell: 'After reading, {reader} should know what help with {noun} would be worth to them, and how to ask for it.',
      engage: 'After reading, {reader} should want to add something about {noun} from their own work.',
      announce: 'After reading, {reader} should know what is new about {noun}, whom it concerns, and what to do next.'
    },
    anyReader: 'a reader',
    forWhom: {
      unknown: 'Who is the text for, and what do they know already?',
      known: 'What do {audience} know already, and what do they need to decide or do?'
    },
    sourceFor: 'A source for: {point}',
    manners: {
      educate: {
        do: ['Show one worked example.', 'Name the step people get stuck on.', 'Stop when the reader can act.'],
        avoid: ['A history of the subject before the first useful line.', 'Terms that the reader has to look up.']
      },
      sell: {
        do: [
          "Describe the reader's problem before the offer.",
          'Say whom the offer does not suit.',
          'Ask for one next step.'
        ],
        avoid: ['Superlatives that you could not prove.', 'Pressure by invented deadlines.']
      },
      engage: {
        do: [
          'Ask a question that has more than one good answer.',
          'Give your own answer first.',
          'Reply to the first comments.'
        ],
        avoid: ['Questions that can be answered with yes or no.', 'Opinions that you do not hold.']
      },
      announce: {
        do: [
          'Put the news into the first line.',
          'Say what stays the same.',
          'Give a date and an address for questions.'
        ],
        avoid: ['Thanks to everybody before the news.', 'Promises about what is not released yet.']
      }
    },
    sensitive: {
      do: [
        'Give a source for each statement.',
        'Name where help can be found.',
        'Have a qualified person read it before it is published.'
      ],
      avoid: [
        'Jokes, teasers and calls to comment.',
        'Details by which somebody could be recognised who has not agreed.'
      ],
      cta: '[Where to find help: an address or a number that was checked today.]'
    },
    checks: [
      'The first line says what the text is about.',
      'Every figure has a source.',
      'The reader is asked one thing, at the end.',
      'Nothing is in it that you would not say to a reader in person.',
      'Somebody else has read it aloud.'
    ]
  },
  discovery: {
    keyMessage: 'Find a question that somebody really asked you, and answer it for everyone else who has it.',
    angles: {
      contrarian: {
        idea: 'Something you stopped doing, and why.',
        hook: 'What did you stop doing this year, and who noticed?'
      },
      'how-to': {
        idea: 'Something you were asked to explain more than once.',
        hook: 'Write down the answer that you gave twice this week.'
      },
      story: {
        idea: 'A day on which something went other than planned.',
        hook: 'Describe the last day that did not go to plan.'
      }
    },
    outline: [
      { heading: 'The question, as it was asked', note: 'In the words of the person who asked it.' },
      { heading: 'Why they asked', note: 'What they were trying to get done.' },
      { heading: 'The short answer', note: 'One sentence.' },
      { heading: 'The long answer', note: 'What it depends on, with an example for each case.' },
      { heading: 'What to do next', note: 'One step that can be taken today.' }
    ],
    questions: [
      'What did a customer or colleague ask you this week?',
      'What do you explain again and again?',
      'Which mistake did you see more than once?',
      'What do you do differently from others in your field?',
      'What did you change your mind about, and what changed it?',
      'Which tool or habit would you not give up?',
      'What are people afraid of before they work with you?',
      'What would you have liked to know a year ago?'
    ],
    proof: 'The question in its own words, with permission to quote it.',
    cta: 'What would you like to have explained?'
  }
}
