import type { Tone } from './copy.js'

/** How a first line draws a reader in. */
export type Archetype = 'question' | 'number' | 'mistake' | 'contrast' | 'how-to' | 'story' | 'news'

/** First lines by archetype. */
export type Hooks = Readonly<Partial<Record<Archetype, readonly string[]>>>

/**
 * First lines about a topic, by tone and archetype. Own texts. The topic stands where no verb has to agree with it, since it may
 * be one thing or many; a line claims nothing about it. `{units}` are the steps or points that the text really has.
 */
export const topicHooks: Readonly<Record<Tone, Hooks>> = {
  plain: {
    question: ['Where should {audience} start with {noun}?', 'What would make {noun} easier for {audience}?'],
    number: ['{Noun} in {count} {units}, for {audience}.', '{Noun}: {count} {units} for {audience}.'],
    mistake: [
      '{Noun}, for {audience}: one mistake to look out for.',
      'Before you do more for {noun}, look for one mistake.'
    ],
    contrast: [
      'On paper, {noun} can look simple. A busy week is the real test.',
      'A plan for {noun} can read well. How does it hold up on a bad day?'
    ],
    'how-to': ['How {audience} can make a start on {noun}.', '{Noun}: how {audience} can begin this week.'],
    story: ['Think of the last time {noun} went wrong.', 'Remember the day {noun} first landed on your desk?']
  },
  bold: {
    question: [
      'Would your approach to {noun} survive a bad week?',
      'If you had to drop half of what you do for {noun}, which half would go?'
    ],
    number: ['{Noun} for {audience}, cut down to {count} {units}.', '{Noun}: {count} {units}. Skip the rest.'],
    mistake: ['Stop guessing at {noun}.', 'If {noun} went wrong last time, look at your first decision.'],
    contrast: [
      'Plans for {noun} are cheap. Finishing is the work.',
      'Talking about {noun} is easy. Changing one habit is harder.'
    ],
    'how-to': [
      'Pick the weakest part of {noun} and fix it this week.',
      '{Audience}: make your first move on {noun} this week.'
    ],
    story: ['Picture {noun} on the worst day of your year.', 'Recall the worst hour you ever spent on {noun}.']
  },
  friendly: {
    question: ['Did {noun} eat your whole afternoon again?', "What would you tell a friend who's new to {noun}?"],
    number: [
      'A cup of coffee, {noun}, and {count} {units} for {audience}.',
      '{Noun} for {audience}: {count} {units} over lunch.'
    ],
    mistake: [
      "If {noun} tripped you up before, let's find out where.",
      "It's easy to trip over {noun}, so let's slow down for a minute."
    ],
    contrast: [
      'In the guides, {noun} can look so tidy. Then Monday comes.',
      'Reading about {noun} is the cosy part. Then comes your own week.'
    ],
    'how-to': [
      "New to {noun}? Here's a gentle way in for {audience}.",
      "Here's how {audience} can take a first small step with {noun}."
    ],
    story: ['Think back to your very first go at {noun}.', 'Remember when {noun} fell apart late on a Friday?']
  },
  expert: {
    question: ['By what would you judge {noun}?', 'Which decision about {noun} would be hardest to reverse?'],
    number: ['{Noun}, reduced to {count} {units} for {audience}.', '{Noun}: {count} {units}, addressed to {audience}.'],
    mistake: [
      'With {noun}, check the order of your decisions before their quality.',
      'A review of {noun} should begin with its assumptions.'
    ],
    contrast: [
      'Describing {noun} is one skill. Judging the result is another.',
      'People can agree on {noun} in principle and still do opposite things.'
    ],
    'how-to': [
      'A working method for {noun}, written for {audience}.',
      'How {audience} can put {noun} on a sound footing.'
    ],
    story: [
      'Take the last time {noun} failed, and work backwards from there.',
      'Start from a case: the last time {noun} surprised you.'
    ]
  }
}

/** First lines about a choice between two things. Own texts. */
export const choiceHooks: Readonly<Record<Tone, Hooks>> = {
  plain: {
    question: ['{First} or {second}: which one suits the work you do?'],
    number: ['{First} or {second}, in {count} {units} for {audience}.'],
    contrast: ['{First} or {second}? Start with the job, then look at the tools for it.'],
    'how-to': ['How {audience} can choose between {first} and {second}.']
  },
  bold: {
    question: ['{First} or {second}: which would you bet your week on?'],
    number: ['{First} or {second}. {Count} {units}, then decide.'],
    contrast: ['{First} or {second}? Pick one on evidence and stop looking back.'],
    'how-to': ['Choose between {first} and {second} this week. Here is how.']
  },
  friendly: {
    question: ['Stuck between {first} and {second}?'],
    number: ['{First} or {second}? {Count} {units} for {audience} to talk over.'],
    contrast: ["Torn between {first} and {second}? Let's make it a smaller decision."],
    'how-to': ['A calm way for {audience} to choose between {first} and {second}.']
  },
  expert: {
    question: ['Which requirement would rule out {first}, and which {second}?'],
    number: ['{First} or {second}: {count} {units} towards a decision you can defend.'],
    contrast: ['Comparing {first} with {second} is easy. Defending the choice later is harder.'],
    'how-to': ['A defensible way for {audience} to choose between {first} and {second}.']
  }
}

/** First lines about something new whose topic is only its name. Own texts. */
export const newsHooks: Readonly<Record<Tone, Hooks>> = {
  plain: { news: ['News for {audience}: {noun}.'] },
  bold: { news: ['New for {audience}: {noun}.'] },
  friendly: { news: ['A bit of news for {audience}: {noun}.'] },
  expert: { news: ['For the attention of {audience}: {noun}.'] }
}
