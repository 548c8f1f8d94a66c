/** How a message sounds. */
export type Tone = 'plain' | 'warm' | 'direct'

/** What a message opens on. */
export type Theme =
  | 'reply'
  | 'interest'
  | 'timing'
  | 'trigger'
  | 'finance'
  | 'need'
  | 'stack'
  | 'compliance'
  | 'size'
  | 'access'
  | 'referral'
  | 'none'

/** Three ways to say the same. */
type Variants = readonly [string, string, string]

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

/** The sentence used where no offer was given: a promise of nothing in particular. */
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

/** What a later message begins with where its own sentences name neither the matter nor the company. */
export const recalls: ByTone<Variants> = {
  plain: [
    'I wrote to you at {company} about {topic}.',
    'My first note to you at {company} was about {topic}.',
    'You had a note from me about {topic} at {company}.'
  ],
  warm: [
    'I wrote to you at {company} about {topic}, as you may remember.',
    'You may remember my note to {company} about {topic}.',
    'You and your team at {company} had a note from me about {topic}.'
  ],
  direct: [
    'My first note to you at {company} was about {topic}.',
    'You know my note to {company} about {topic}.',
    'This adds to my note to you at {company} about {topic}.'
  ]
}

/** The same where the matter is named, but in general. */
export const companyRecalls: ByTone<string> = {
  plain: 'This is still about you at {company}.',
  warm: 'You at {company} are still on my mind.',
  direct: 'This is for you at {company} again.'
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

/** Subjects of a first message, of which the first that is short enough is taken; `{Topic}` begins with a capital. Source: written for this product. */
export const firstSubjects: ByTone<Variants> = {
  plain: ['{company}: {topic}', 'A note on {topic}', 'About {topic}'],
  warm: ['A thought on {topic}', '{company}: {topic}', 'About {topic}'],
  direct: ['{Topic}', '{company}: {topic}', 'About {topic}']
}

/** A subject that always fits. */
export const plainSubject = 'A short question for you'

/**
 * The first two sentences of a message: what was seen of the reader, and what tends to follow from it. `{fact}` is what the signal
 * says of the reader, `{Fact}` the same with a capital, `{company}` the company or "your company".
 */
interface Opening {
  readonly observation: string
  readonly problem: string
}

/** Three ways to open on each theme. */
export type Openings = Readonly<Record<Theme, readonly [Opening, Opening, Opening]>>

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

/** A message after the first, in sentences of which the last ones may be left out where space is short. `{topic}` is what the first message opened on. */
export interface FollowUp {
  readonly subject: string
  readonly sentences: readonly [string, ...string[]]
  /** Makes sense after the first sentence alone. */
  readonly question: string
}

/** Three ways to write a follow-up in each tone. */
type FollowUps = ByTone<readonly [FollowUp, FollowUp, FollowUp]>

/** The second message to somebody who asked for something. Source: written for this product. */
const request: FollowUps = {
  plain: [
    {
      subject: 'One case of yours',
      sentences: [
        'This is about {topic} again.',
        'The best thing to bring is one real case from {company}: a task that takes too long, or one that went wrong.',
        'With that on the table, you soon see whether this is for you.'
      ],
      question: 'Which case would you bring?'
    },
    {
      subject: 'To make it easy',
      sentences: [
        'You may have been too busy to come back to {topic}, and that is fine.',
        'It can also be done in writing: you note down what it has to do for you, and you get a plain answer to each point.',
        'You can then decide whether a talk is worth your time.'
      ],
      question: 'Would that suit you better?'
    },
    {
      subject: 'What you need',
      sentences: [
        'Before we go on with {topic}, it helps to know what is behind it.',
        'Often there is one thing that should be easier by now, and the rest can wait.',
        'A line from you on that is enough to make good use of your time.'
      ],
      question: 'What is it in your case?'
    }
  ],
  warm: [
    {
      subject: 'One case of yours',
      sentences: [
        "I'd like to come back to {topic}, if you don't mind.",
        "It's most fun with something real from {company}: a task that takes too long, or one that drives you up the wall.",
        "You'll soon see whether we can do something about it."
      ],
      question: 'What would you bring along?'
    },
    {
      subject: 'In your own time',
      sentences: [
        "You may have had no time for {topic} yet, and that's quite all right.",
        "If you'd rather not have a call, write down what it has to do for you, and you'll get a plain answer to each point.",
        'You can take it from there whenever it suits you.'
      ],
      question: 'Would you like that better?'
    },
    {
      subject: 'What would help you',
      sentences: [
        "Before we go on with {topic}, it would be good to know what's behind it.",
        "There's often one thing that people would love to be rid of, and the rest matters much less.",
        "Tell me yours, and you won't have to sit through anything else."
      ],
      question: 'What is it for you?'
    }
  ],
  direct: [
    {
      subject: 'One case of yours',
      sentences: [
        'This is about {topic}.',
        'Bring one real case from {company}, and you see at once what this can do and what it cannot.',
        'You need nothing else for it.'
      ],
      question: 'Which case would you bring?'
    },
    {
      subject: 'By call or in writing',
      sentences: [
        'You have two ways to go on with {topic}.',
        'You take a short call, or you write down what it has to do and get a plain answer to each point.',
        'Either way you know where you stand.'
      ],
      question: 'Which do you prefer?'
    },
    {
      subject: 'What is behind it',
      sentences: [
        'For {topic}, there is one thing to know first.',
        'Something at {company} should be easier than it is now, and that is where to start.',
        'A line from you is enough.'
      ],
      question: 'What is it in your case?'
    }
  ]
}

/** The second message where a decision is due. Source: written for this product. */
const decision: FollowUps = {
  plain: [
    {
      subject: 'What to ask',
      sentences: [
        'One more thought on {topic}.',
        'What tells good options apart is rarely in the brochure: who does the set-up, what it asks of your team, and how you get out again.',
        'You can put those points to anyone you talk to, and not only to us.'
      ],
      question: 'Which of your questions is still open?'
    },
    {
      subject: 'A fair comparison',
      sentences: [
        'A fair comparison is hard to make from the outside.',
        'The best test is one task of your own that everyone you look at has to solve.',
        'It takes little of your time and tells you more than any list of features.'
      ],
      question: 'Which task would you choose?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}.',
        'Whatever you choose, your team will live with it for some time, so the dull points count: set-up, support, and what happens when you leave.',
        'It is worth having plain answers on those first.'
      ],
      question: 'Which answer do you still miss?'
    }
  ],
  warm: [
    {
      subject: 'What to ask',
      sentences: [
        "Here's one more thought on {topic}, for what it's worth.",
        'The things that make people happy later are rarely in the brochure: who does the set-up, and who picks up when you call.',
        'You can ask that of anyone you talk to, and not only of us.'
      ],
      question: 'Is there a question that you still carry around?'
    },
    {
      subject: 'A fair comparison',
      sentences: [
        "It's hard to compare things fairly from the outside.",
        'What helps is one small task of your own that everyone you look at has to solve.',
        "You'll see quickly who listens, and that tends to tell you the rest."
      ],
      question: 'Which task would you pick?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}, and you may well be deep in it.',
        "Whatever you choose, your team will live with it for a good while, so it's worth asking them what they would miss.",
        'That answer is often the one that decides it.'
      ],
      question: 'What would your team say?'
    }
  ],
  direct: [
    {
      subject: 'What to ask',
      sentences: [
        'One more point on {topic}.',
        'Ask everyone you look at who does the set-up, what it asks of your team, and how you get out again.',
        'The answers tell you more than any list of features.'
      ],
      question: 'Shall I send you ours?'
    },
    {
      subject: 'A fair test',
      sentences: [
        'You cannot compare brochures.',
        'Take one task of your own and have everyone you look at solve it.',
        'After that you do not need a list of features.'
      ],
      question: 'Which task would you take?'
    },
    {
      subject: 'Before you decide',
      sentences: [
        'My last note was about {topic}.',
        'What you choose stays with you for some time, so get plain answers on the dull points: set-up, support, and leaving.',
        'If an answer is not plain, you have your answer.'
      ],
      question: 'Which point is still open for you?'
    }
  ]
}

/** The second message elsewhere: it speaks of the daily work. Source: written for this product. */
const work: FollowUps = {
  plain: [
    {
      subject: 'Where the time goes',
      sentences: [
        'My last note was about {topic}.',
        'The part that takes the most time is often not the work itself but what surrounds it: asking, checking and waiting.',
        'If you see that at {company} too, it may be worth a look at where your hours go.'
      ],
      question: 'Which part takes the most time in your team?'
    },
    {
      subject: 'The work around it',
      sentences: [
        'One more thought on {topic}.',
        'The main task tends to be in good hands; it is the small ones around it that nobody owns and that come back every week.',
        'Those are the ones that your team could hand over first.'
      ],
      question: 'Which small job would your team be glad to lose?'
    },
    {
      subject: 'One part of it',
      sentences: [
        'There is no need for you to change everything at once.',
        'It often helps to take the one step that is done most often and make that one easy.',
        'You would see within a short time whether it is worth going on.'
      ],
      question: 'Which step would you start with?'
    }
  ],
  warm: [
    {
      subject: 'One more thought',
      sentences: [
        "I've been thinking about {topic} a little more.",
        "It's rarely the big task that wears people out, it's the asking, checking and waiting around it.",
        'If that sounds like a week at {company}, your team might enjoy having a bit less of it.'
      ],
      question: 'What would you be happiest to see the back of?'
    },
    {
      subject: 'A small first step',
      sentences: [
        "You don't have to change everything at once, and most teams wouldn't want to.",
        'A good start is the one small step that you do most often.',
        "If that gets easier, you'll know whether it's worth going on."
      ],
      question: 'Which step would your team pick?'
    },
    {
      subject: 'The small jobs',
      sentences: [
        'My last note was about {topic}, and you may well have had no time for it.',
        'That alone says something: the small jobs tend to eat the hours that were meant for thinking.',
        'It would be nice to give you some of those hours back.'
      ],
      question: 'Which of the small jobs takes the most out of your week?'
    }
  ],
  direct: [
    {
      subject: 'Where the time goes',
      sentences: [
        'My last note was about {topic}.',
        'The work itself is seldom the problem; asking, checking and waiting around it is.',
        'You can measure that in a day: note down each time your team has to wait for an answer.'
      ],
      question: 'Where does your team wait the most?'
    },
    {
      subject: 'Start with one step',
      sentences: [
        'You do not have to change everything at once.',
        'Take the step that your team does most often and make that one easy.',
        'If it does not help, you stop there and have lost little.'
      ],
      question: 'Which step would you take?'
    },
    {
      subject: 'The cost of waiting',
      sentences: [
        'Leaving things as they are is a choice too.',
        'Its cost is spread over all your weeks, so nobody ever sees the bill.',
        'You only need to look at one of those weeks closely.'
      ],
      question: 'Shall we take a look at your case together?'
    }
  ]
}

/** The third message where there is something to show: it stands after the first sentence. Source: written for this product. */
const proof: FollowUps = {
  plain: [
    {
      subject: 'Something you can check',
      sentences: [
        'Rather than more about what we do, here is something you can check:',
        'You will know better than I do how much of that carries over to {company}.'
      ],
      question: 'Would you like to hear how it came about?'
    },
    {
      subject: 'One case for you',
      sentences: [
        'Claims are easy to make, so here is one that you can hold us to:',
        'Your case at {company} will differ, and the way to it may still be of use to you.'
      ],
      question: 'Would the details help you?'
    },
    {
      subject: 'What came of it',
      sentences: [
        'You have not heard yet what comes of it, so here is one result:',
        'The way there may be of more interest to you than the result.'
      ],
      question: 'Would you like to know more about it?'
    }
  ],
  warm: [
    {
      subject: 'A story for you',
      sentences: [
        "I'd rather show you something than tell you more, so here it is:",
        "Your team is your team, of course, and you'll see best what fits."
      ],
      question: 'Shall I tell you more about it?'
    },
    {
      subject: 'This might help you',
      sentences: [
        'Here is something that may be of more use to you than another note about what we do:',
        "You'll know how close that is to your own days at {company}."
      ],
      question: 'Would you like to hear more about it?'
    },
    {
      subject: 'One good result',
      sentences: [
        'You deserve more than fine words, so here is something solid:',
        'It may look different at {company}, and the road there might still give you an idea or two.'
      ],
      question: 'Would it help you to see the details?'
    }
  ],
  direct: [
    {
      subject: 'One result',
      sentences: ['You should not have to take my word for it:', 'Judge for yourself how far that goes for {company}.'],
      question: 'Do you want the details?'
    },
    {
      subject: 'Check this',
      sentences: ['Here is something that you can check:', 'Your case will differ; the way there may not.'],
      question: 'Should I show you how it was done?'
    },
    {
      subject: 'What came of it',
      sentences: [
        'You have read enough about what we do, so here is what came of it:',
        'You can tell best what that would mean at {company}.'
      ],
      question: 'Would you like to know more about it?'
    }
  ]
}

/** The third message where there is nothing to show: it offers a written outline. Source: written for this product. */
const outline: FollowUps = {
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

/** The last message: it says goodbye. Source: written for this product. */
const breakUp: FollowUps = {
  plain: [
    {
      subject: 'My last note',
      sentences: [
        'You have had a few notes from me about {topic}, and your inbox is full enough.',
        'If this is not for you, no answer is needed, and you will not get another one.',
        'If only the moment is wrong, tell me when to come back.'
      ],
      question: 'Is there someone else at {company} who would be better to ask?'
    },
    {
      subject: 'Leaving it here',
      sentences: [
        'No answer is an answer too, so this is the last note that you get from me about {topic}.',
        'Should it come up again at {company}, a short reply is enough, and you will not have to start from the beginning.',
        'Until then, I wish you well with it.'
      ],
      question: 'Shall we leave it there for now?'
    },
    {
      subject: 'Before I stop',
      sentences: [
        'You are busy, and this may simply not be what you need.',
        'This is my last note about {topic}, so you need not do anything.',
        'A single word tells me whether to come back later or not at all, whichever you prefer.'
      ],
      question: 'Shall I come back to you later, or not at all?'
    }
  ],
  warm: [
    {
      subject: 'My last note',
      sentences: [
        "You've had a few notes from me about {topic} now, and I don't want to crowd your inbox.",
        "If you can do without this, that's perfectly fine, and you don't have to reply.",
        "If it's only a bad moment, tell me and you'll hear from me when it suits you."
      ],
      question: 'Is there a better time for you?'
    },
    {
      subject: 'All the best to you',
      sentences: [
        "I'll leave you in peace about {topic} after this one.",
        "If it ever comes back to your desk at {company}, just reply to this note and we'll pick it up where you left it.",
        'Until then, I wish you and your team a good run.'
      ],
      question: 'Or is there a colleague of yours who would like to hear about it?'
    },
    {
      subject: 'No hard feelings',
      sentences: [
        "It looks as if this isn't the right time for you, and there are no hard feelings at all.",
        'This is my last note about {topic}, so your inbox can breathe again.',
        "You're always welcome to write to me, be it in a week or in a year."
      ],
      question: 'Is there anything else you would like to know?'
    }
  ],
  direct: [
    {
      subject: 'My last note',
      sentences: [
        'This is the last note that you get from me about {topic}.',
        'If it is not for you, do nothing.',
        'If the time is wrong, tell me when to come back.'
      ],
      question: 'Is someone else at {company} the right person to ask?'
    },
    {
      subject: 'Yes, no, or later',
      sentences: [
        'You have three ways to answer this: yes, no, or later.',
        'Each of them is fine, and no answer counts as a no.',
        'There will be no more notes to you about {topic} after this one.'
      ],
      question: 'Which one is it for you?'
    },
    {
      subject: 'Leaving it here',
      sentences: [
        'You have not answered my notes about {topic}, so this is probably not what you need.',
        'That is fine, and this is where I stop.',
        'Should it change at {company}, you know where to find me.'
      ],
      question: 'Shall we leave it there for you?'
    }
  ]
}

/** What follow-ups are about. */
export const followUps = { request, decision, work, proof, outline, breakUp } as const satisfies Record<
  string,
  FollowUps
>

/** The name of what a follow-up is about. */
export type Angle = keyof typeof followUps
