import type { Intent } from '../topic/intent.js'

/** One section of an outline: its heading, and what belongs there. */
export interface OutlineSection {
  readonly heading: string
  readonly note: string
}

/** The sections of a text of each kind, in their order. Own texts. */
export const outlines: Readonly<Record<Intent, readonly OutlineSection[]>> = {
  'how-to': [
    { heading: 'Who this is for', note: 'Say what the reader is trying to do, and who can safely skip the text.' },
    {
      heading: 'What good looks like',
      note: 'Describe the result before the method, so that a reader can tell when to stop.'
    },
    { heading: 'What to have ready', note: 'List tools, access and people. Keep it to what is really needed.' },
    { heading: 'The steps, in order', note: 'One action a step, each beginning with a verb.' },
    { heading: 'Where it goes wrong', note: 'Name the step that people get stuck on, and the way out.' },
    { heading: 'How to tell that it worked', note: 'Give one check that a reader can make on the same day.' }
  ],
  list: [
    { heading: 'Why this list', note: 'Say what the items have in common and who chose them.' },
    {
      heading: 'How the items were chosen',
      note: 'Give the test that an item had to pass. It is what makes the list worth trusting.'
    },
    {
      heading: 'The items, strongest first',
      note: 'The same form for each: what it is, when it helps, what it costs.'
    },
    { heading: 'What was left out', note: 'Name a popular item that failed the test, and say why.' },
    { heading: 'Which one to try first', note: 'Choose for the reader. Give the reason in a sentence.' }
  ],
  comparison: [
    { heading: 'The job to be done', note: 'One sentence on what either option is needed for.' },
    { heading: 'What cannot be given up', note: 'The requirements that rule an option out at once.' },
    { heading: '{First} at its best', note: 'The case in which a fair reader would choose it.' },
    { heading: '{Second} at its best', note: 'The same, in the same form and at the same length.' },
    { heading: 'The cost of changing later', note: 'What leaving each one would take, in hours and in money.' },
    { heading: 'Which to choose, and when', note: 'A recommendation for each kind of reader.' }
  ],
  opinion: [
    { heading: 'The claim in one sentence', note: 'Specific enough that somebody could show it to be wrong.' },
    { heading: 'Where it comes from', note: 'What you saw or did that led you there.' },
    { heading: 'The best evidence for it', note: 'Your strongest example, with its dull details.' },
    { heading: 'The best objection', note: 'In words that the other side would sign.' },
    { heading: 'Where it stops being true', note: 'The situation in which you would do the opposite.' },
    { heading: 'What to do about it', note: 'One change that a reader could make this week.' }
  ],
  announcement: [
    { heading: 'What is new', note: 'One sentence, without an adjective.' },
    { heading: 'Who it is for', note: 'And who can carry on as before.' },
    { heading: 'What changes for them', note: 'The task that gets easier, from the first click to the last.' },
    { heading: 'What stays the same', note: 'Prices, data, habits: whatever people will worry about.' },
    { heading: 'How to get it, and when', note: 'Dates, places and conditions.' },
    { heading: 'Where to ask', note: 'A person or an address.' }
  ],
  case: [
    { heading: 'Where things stood before', note: 'The situation in plain figures, with dates.' },
    { heading: 'What had to be decided', note: 'The moment at which it could have gone the other way.' },
    { heading: 'What was done, in order', note: 'Including what did not help.' },
    { heading: 'What happened', note: 'The same figures as at the start, measured the same way.' },
    { heading: 'What would be done differently', note: 'The part that readers trust most.' },
    { heading: 'What a reader can borrow', note: 'The smallest piece that works without the rest.' }
  ]
}
