import type { Intent } from '../topic/intent.js'

const practice = [
  'Who has to deal with {noun}, and who decides about it?',
  'What exactly is meant by {noun}, in one sentence?',
  'Why now, and what happens if nothing is done about {noun}?',
  'How is it done today, step by step?',
  'How much does it cost, in money, time and attention?',
  'What could go wrong, and who would notice first?',
  'How would {reader} know that it worked?',
  'What can {reader} do about {noun} today?'
]

/** Questions that readers bring along to a text of each kind: who, what, why, how much, what risk. Own texts. */
export const readerQuestions: Readonly<Record<Intent, readonly string[]>> = {
  'how-to': practice,
  list: practice,
  comparison: [
    'Who has to live with {first} or {second}, and who decides?',
    'What is the job that either of them has to do?',
    'Why is the choice between {first} and {second} open now?',
    'What can {first} do that {second} cannot, and the other way round?',
    'How much does each cost in the first year, and in the third?',
    'What could go wrong with each, and who would notice first?',
    'What would it take to change from {first} to {second} later?',
    'Which one suits {reader}, and what would change the answer?'
  ],
  opinion: [
    'Who holds this view, and who has something to lose by it?',
    'What exactly is claimed, in one sentence?',
    'Why say it now?',
    'What is the strongest example for it?',
    'How much would it cost to act on it, and to be wrong about it?',
    'What is the best objection, and who makes it?',
    'Where does it stop being true?',
    'What should {reader} do differently tomorrow?'
  ],
  announcement: [
    'Who is it for, and who can carry on as before?',
    'What is new, in one sentence?',
    'Why was it made, and why now?',
    'How can {reader} get it, and when?',
    'How much does it cost, and what does that include?',
    'What could break, and how would one go back?',
    'What stays the same?',
    'Where can {reader} ask?'
  ],
  case: [
    'Who was involved, and who had to agree?',
    'What did things look like before, in plain figures?',
    'Why was something done at all, and why then?',
    'What was done, in which order, and what did not help?',
    'How much did it cost, in money, time and goodwill?',
    'What could have gone wrong, and what nearly did?',
    'What came of it, measured the same way as before?',
    'Which part could {reader} borrow?'
  ]
}
