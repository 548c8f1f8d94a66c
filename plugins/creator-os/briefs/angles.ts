import type { Intent } from '../topic/intent.js'

/** A way into a topic. */
export interface Angle {
  readonly kind: 'contrarian' | 'how-to' | 'story'
  /** What the angle does. */
  readonly idea: string
  /** First lines to choose from; those with a placeholder without a value are passed over. */
  readonly hooks: readonly string[]
}

/** Ways into a topic that sentences can name. Own texts. */
export const topicAngles: readonly Angle[] = [
  {
    kind: 'contrarian',
    idea: 'Question what is usually recommended, and say for whom it does not hold.',
    hooks: [
      'What if the usual advice on {noun} does not fit {audience}?',
      'Before you do more for {noun}, ask what could be dropped.',
      'Which rule about {noun} would you break first?'
    ]
  },
  {
    kind: 'how-to',
    idea: 'Show the first step so closely that a reader can take it today.',
    hooks: [
      'How {audience} can make a start on {noun}.',
      'Pick one part of {noun} and put it right this week.',
      'A first step for {noun}, small enough for today.'
    ]
  },
  {
    kind: 'story',
    idea: 'Begin with one case, and let the lesson come out of it.',
    hooks: [
      'Think of the last time {noun} went wrong.',
      'Take the day {noun} surprised you, and work backwards from there.',
      'Remember your first attempt at {noun}?'
    ]
  }
]

/** Ways into a choice between two things. Own texts. */
export const choiceAngles: readonly Angle[] = [
  {
    kind: 'contrarian',
    idea: 'Say when the less obvious choice is the right one.',
    hooks: [
      'When would {second} be the better choice, even if everyone you know has picked {first}?',
      'What if {first} or {second} is the wrong question?'
    ]
  },
  {
    kind: 'how-to',
    idea: 'Give the reader a way to decide, in place of a winner.',
    hooks: [
      'How {audience} can choose between {first} and {second}.',
      'A short test for choosing between {first} and {second}.'
    ]
  },
  {
    kind: 'story',
    idea: 'Follow one decision from the first doubt to the day after.',
    hooks: [
      'Think of the day you had to choose between {first} and {second}.',
      'Somebody on your team wants {first}. Somebody else wants {second}. What happens next?'
    ]
  }
]

const practiceAngles: readonly Angle[] = [
  {
    kind: 'contrarian',
    idea: 'Say what is usually left out, and for whom it matters.',
    hooks: ['{Heading}{stop} What does the usual answer leave out?']
  },
  {
    kind: 'how-to',
    idea: 'Show the first step so closely that a reader can take it today.',
    hooks: ['{Heading}{stop} A first step for {audience}.', '{Heading}{stop} A first step for today.']
  },
  {
    kind: 'story',
    idea: 'Begin with one case, and let the lesson come out of it.',
    hooks: ['{Heading}{stop} Begin with the last time it came up.']
  }
]

/** Ways into a topic that is a sentence itself, and into news, by kind of text. Own texts. */
export const sentenceAngles: Readonly<Record<Intent, readonly Angle[]>> = {
  'how-to': practiceAngles,
  list: practiceAngles,
  comparison: practiceAngles,
  opinion: [
    {
      kind: 'contrarian',
      idea: 'Give the other side its best case, and answer it.',
      hooks: ['{Heading}{stop} What would the other side say?', '{Heading}{stop} Where does that stop being true?']
    },
    {
      kind: 'how-to',
      idea: 'Turn it into something that a reader can do.',
      hooks: ['{Heading}{stop} What to do about it this week.']
    },
    {
      kind: 'story',
      idea: 'Begin with the moment at which you noticed.',
      hooks: ['{Heading}{stop} When did you notice?']
    }
  ],
  announcement: [
    {
      kind: 'contrarian',
      idea: 'Say whom it is not for. It makes the rest believable.',
      hooks: ['{Heading}{stop} Who can safely ignore it?']
    },
    {
      kind: 'how-to',
      idea: 'Show the one task that changes, from the first click to the last.',
      hooks: ['{Heading}{stop} What it changes for {audience}.', '{Heading}{stop} What it changes in practice.']
    },
    {
      kind: 'story',
      idea: 'Begin with the question or complaint that started it.',
      hooks: ['{Heading}{stop} Which question started it?']
    }
  ],
  case: [
    {
      kind: 'contrarian',
      idea: 'Ask what would have happened anyway.',
      hooks: ['{Heading}{stop} What would have happened without it?']
    },
    {
      kind: 'how-to',
      idea: 'Take out the piece that works without the rest.',
      hooks: ['{Heading}{stop} What can {audience} borrow?', '{Heading}{stop} Which part can you borrow?']
    },
    {
      kind: 'story',
      idea: 'Begin on the day before anything changed.',
      hooks: ['{Heading}{stop} Begin with the day before.']
    }
  ]
}
