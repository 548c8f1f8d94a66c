import type { Tone } from './opening.js'

/** Three ways to say the same. */
export type Variants = readonly [string, string, string]

/** A line for each tone. Source of all lines here: written for this product. */
export type ByTone<Line> = Readonly<Record<Tone, Line>>

/** How a message greets; `{name}` is the first name. */
export const greetings: ByTone<{ readonly named: string; readonly unnamed: string }> = {
  plain: { named: 'Hi {name},', unnamed: 'Hello,' },
  warm: { named: 'Hello {name},', unnamed: 'Hello there,' },
  direct: { named: '{name},', unnamed: 'Hello,' }
}

/** How an e-mail ends, above the sender's name. */
export const closings: ByTone<string> = { plain: 'Best regards,', warm: 'All the best,', direct: 'Regards,' }

/** What brings in the offer, which follows as the sender wrote it. */
export const offerLines: ByTone<Variants> = {
  plain: [
    'What we do, in one line: {offer}',
    'Here is what we offer you: {offer}',
    'In short, this is what we do: {offer}'
  ],
  warm: [
    'In case it helps, this is what we do: {offer}',
    'This is where we may be able to help you: {offer}',
    'Put simply, this is what you get: {offer}'
  ],
  direct: ['What we do: {offer}', 'What you get from us: {offer}', 'In one line: {offer}']
}

/** What stands in for an offer that was not given: a promise of nothing in particular. */
export const noOfferLines: ByTone<Variants> = {
  plain: [
    'What we do may be of use to you, and a few minutes are enough to tell.',
    'You could judge in a few minutes whether what we do fits the way you work.',
    'It takes a few lines to show you what we do, and you decide from there.'
  ],
  warm: [
    "What we do may be of use to you, and I'd be glad to show you.",
    "You're welcome to a short look at what we do, whenever it suits you.",
    "It won't take long to tell you what we do, and you can take it from there."
  ],
  direct: [
    'You can judge in a few minutes whether what we do is of use.',
    'A short look tells you whether what we do fits.',
    'What we do may save you time, and you can judge that quickly.'
  ]
}

/** The one question of a first message. */
export const questions: ByTone<Variants> = {
  plain: [
    'Would it be useful to you to see how that could look at {company}?',
    'Would you like to look at it together?',
    'Would you rather have it in writing, or in a short call?'
  ],
  warm: [
    'Would you like to see how it could look for your team?',
    "Would you like a short outline, so that you can see whether it's of any use?",
    'Would you be open to a short chat about it?'
  ],
  direct: ['Is this worth a short call to you?', 'Would you like to see it?', 'Do you want the short version?']
}

/** The one question of a message to somebody who asked for something. */
export const replyQuestions: ByTone<Variants> = {
  plain: [
    'Which day would suit you for a short call?',
    'What would you most like to see?',
    'When would you have time for a short talk?'
  ],
  warm: ['When would be a good time for you?', 'What would you like to see first?', 'Which day works best for you?'],
  direct: ['Which day suits you?', 'What do you want to see first?', 'When do you have time?']
}

/** The line that lets a reader out, which rules on commercial mail ask for (UK PECR, regulation 23; US CAN-SPAM Act). */
export const optOuts: ByTone<string> = {
  plain: 'If you would rather not get notes like this, reply "no thanks" and you will not hear from me again.',
  warm: "If this isn't for you, just tell me and you won't hear from me again.",
  direct: 'If this is not for you, reply "stop" and you will not hear from me again.'
}
