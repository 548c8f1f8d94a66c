import type { Channel } from './plan.js'

/** What a subject should keep to, so that it is shown in full on a telephone. Source: guides to cold mail agree on 2 to 5 words and 40 characters. */
export const subjectLimits = { fewestWords: 2, mostWords: 5, longest: 40 } as const

/** Longest LinkedIn note, and the shorter form for members without a paid plan. Source: LinkedIn Help, "Personalize invitations to connect". */
export const noteLimits = { long: 300, short: 200 } as const

/** How many words a message has: within `good` passes, within `fewest` and `most` is a warning. Source: guides to cold mail agree on 50 to 125. */
export const wordLimits: Readonly<
  Record<Channel, { readonly fewest: number; readonly good: readonly [number, number]; readonly most: number }>
> = {
  email: { fewest: 25, good: [50, 90], most: 125 },
  linkedin: { fewest: 8, good: [15, 60], most: 75 }
}

/** What a message loses of its quality of 100 by each rule. */
export const lintWeights = {
  words: { warn: 5, fail: 15 },
  subject: { warn: 5, fail: 15 },
  questions: { warn: 8, fail: 15 },
  links: { warn: 0, fail: 10 },
  pronouns: { warn: 8, fail: 8 },
  reading_grade: { warn: 6, fail: 12 },
  exclamation: { warn: 5, fail: 10 },
  spam_phrases: { warn: 10, fail: 20 },
  cliches: { warn: 8, fail: 8 },
  placeholder: { warn: 0, fail: 30 },
  greeting: { warn: 0, fail: 30 },
  opt_out: { warn: 0, fail: 15 },
  length: { warn: 0, fail: 20 },
  invented: { warn: 0, fail: 30 },
  recipient: { warn: 25, fail: 25 },
  details: { warn: 12, fail: 12 },
  concrete: { warn: 12, fail: 12 },
  stock_phrases: { warn: 8, fail: 25 }
} as const

/** The hardest text that reads easily, in school grades. Source: the contract of this product (README, "draft_outreach"). */
export const hardestGrade = 8

/** Beyond this grade most readers give up. */
export const unreadableGrade = 14

/** How many details of the recipient, such as names, figures and what was seen of them, make a message one to this recipient. */
export const enoughDetails = 2

/** How many words a message needs that not every business mail holds. */
export const enoughConcreteWords = 5

/** Phrases that mail filters and readers take for advertising. Source: lists of spam trigger words that mail tools publish. */
export const spamPhrases: readonly string[] = [
  'act now',
  'guarantee',
  'guaranteed',
  'guarantees',
  '100%',
  'free',
  'risk-free',
  'risk free',
  'limited time',
  'click here',
  'click below',
  'no obligation',
  'no strings attached',
  'buy now',
  'order now',
  'call now',
  'apply now',
  'sign up now',
  'exclusive deal',
  'special offer',
  'lowest price',
  'best price',
  'cash bonus',
  'double your',
  'earn money',
  'make money',
  'once in a lifetime',
  'this is not spam',
  'winner',
  'you have been selected',
  'satisfaction guaranteed',
  'while supplies last',
  'dear friend',
  'money back',
  'cheap'
]

/** Phrases that everybody has read too often. Source: the contract of this product, and what readers of cold mail complain of. */
export const cliches: readonly string[] = [
  'hope this finds you well',
  'hope this email finds you',
  'hope you are well',
  'hope you are doing well',
  "hope you're well",
  'touching base',
  'touch base',
  'just checking in',
  'synergy',
  'synergies',
  'circle back',
  'circling back',
  'game-changer',
  'game changer',
  'game-changing',
  'pick your brain',
  'low-hanging fruit',
  'move the needle',
  'best-in-class',
  'cutting-edge',
  'world-class',
  'revolutionary',
  'next-level',
  'take it to the next level',
  'quick question',
  'reaching out',
  'reach out',
  'bandwidth',
  'deep dive',
  'think outside the box',
  'win-win',
  'leverage',
  'paradigm',
  'seamless',
  'i wanted to',
  'bump this'
]

/** What shows that a message lets its reader out. */
export const optOutPhrases: readonly string[] = [
  'hear from me again',
  'unsubscribe',
  'opt out',
  'opt-out',
  'not write again',
  'stop writing',
  'not contact you again',
  'no more e-mails',
  'no more emails'
]

/** Words that state a figure without a digit. */
export const figureWords: readonly string[] = [
  'percent',
  'per cent',
  'twice',
  'double',
  'doubled',
  'triple',
  'tripled',
  'tenfold',
  'dozens',
  'hundreds',
  'thousands',
  'millions',
  'billions',
  'halved'
]

/** Words with a capital that are no names. */
export const plainCapitals: ReadonlySet<string> = new Set([
  'i',
  "i'm",
  "i'd",
  "i'll",
  "i've",
  'linkedin',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'ok'
])

/** Sentences that any recipient could get. Source: guides to cold mail that name them as templates, and what readers of cold mail complain of. */
export const stockPhrases: readonly string[] = [
  'companies like yours',
  'businesses like yours',
  'teams like yours',
  'organisations like yours',
  'organizations like yours',
  'people like you',
  'companies such as yours',
  'firms like yours',
  'leaders like you',
  'professionals like you',
  'in your industry',
  'in your space',
  'in your sector',
  'save time and money',
  'save you time and money',
  'save time',
  'cut costs',
  'reduce costs',
  'reduce your costs',
  'increase revenue',
  'boost your',
  'boost productivity',
  'increase productivity',
  'improve efficiency',
  'increase efficiency',
  'drive growth',
  'accelerate growth',
  'grow your business',
  'take your business',
  'to the next level',
  'streamline your',
  'streamline operations',
  'optimise your',
  'optimize your',
  'transform your',
  'unlock',
  'empower',
  'scale your',
  'maximise your',
  'maximize your',
  'industry-leading',
  'leading provider',
  'market leader',
  'market-leading',
  'award-winning',
  'state-of-the-art',
  'end-to-end',
  'one-stop',
  'all-in-one',
  'tailored solution',
  'tailored solutions',
  'innovative solution',
  'innovative solutions',
  'customised solutions',
  'customized solutions',
  'turnkey',
  'i came across your profile',
  'came across your company',
  'came across your website',
  'came across your profile',
  'i was impressed by',
  'impressed by your company',
  'impressed with your company',
  'impressed by what you',
  'love what you are doing',
  "love what you're doing",
  'great work you',
  'the great work',
  'stumbled upon',
  'i noticed your company',
  'noticed your company',
  'your impressive',
  'pain points',
  'busy schedule',
  'i know you are busy',
  "i know you're busy",
  'a quick call',
  'quick call',
  'quick chat',
  '15 minutes',
  '15-minute',
  '10 minutes',
  '20 minutes',
  '30 minutes',
  'hop on a call',
  'jump on a call',
  'would love to connect',
  "i'd love to connect",
  'explore synergies',
  'mutually beneficial',
  'see if there is a fit',
  "see if there's a fit",
  'learn more about your',
  'how we can help',
  'how we could help',
  'we can help you',
  'we help companies',
  'we help businesses',
  'we help teams',
  'our platform helps',
  'our solution helps',
  'our software helps',
  'our services',
  'wide range of',
  'years of experience',
  'trusted by',
  'thousands of companies',
  'hundreds of companies',
  'many companies',
  'clients worldwide',
  'customers worldwide',
  'let me know if',
  'looking forward to hearing',
  'at your convenience',
  'does that sound interesting',
  'are you interested',
  'are you the right person',
  'point me in the right direction',
  'any interest',
  'worth a conversation',
  'in today',
  'fast-paced',
  'ever-changing',
  'competitive landscape',
  'digital transformation',
  'stay ahead',
  'stay competitive',
  'ahead of the curve',
  'peace of mind',
  'return on investment',
  'results-driven',
  'proven track record',
  'best practices',
  'value proposition',
  'your business needs',
  'your needs',
  'meet your needs',
  'your goals',
  'your challenges',
  'like many',
  'most companies',
  'every company',
  'decision maker',
  'decision-maker',
  'following up on my',
  'just following up',
  'checking in',
  'my last email',
  'my previous email'
]

/** Words that any business mail may hold, whoever it is for. Source: written for this product; the words of its own sentence bank are added. */
export const genericWords: ReadonlySet<string> = new Set(
  `able about above absolutely accelerate access achieve across action actually additional advance advantage advice after again against agree ahead allow almost along already also although always amazing among amount
  analysis annual another answer anyone anything anyway appreciate approach appropriate approximately area around arrange asking assist assistance available average away back base based because become been before begin behind being
  believe benefit benefits best better between beyond biggest bigger both boost brief briefly bring brings build building built business businesses busy call calls came cannot capacity careful case cases challenge challenges challenging
  chance change changes changing chat check choice choose clear clearly client clients close come comes coming common communication companies company competitive competition complete completely complex concern connect connecting connection
  consider considering constantly contact continue convenience convenient conversation cost costs could couple create creating current currently customer customers customised customized cutting daily data deal dear decide decision decisions
  deliver delivering demo department depend designed detail details develop development difference different difficult digital directly discover discuss discussion doing done drive driven driving during each early earlier easier easily easy
  effective effectively efficiency efficient efficiently effort efforts either else email emails employees empower enable enables enabling engage engagement enhance enjoy enough ensure enterprise entire especially establish even ever every everyone
  everything exactly example excellent exciting existing expect experience experienced experiences expert expertise experts explore explain extra extremely face facing fact fail fast faster feature features feedback feel field figure finally find finding
  fine first fits flexible focus focused focusing follow following forward found free frequently friendly from full fully further future gain gains general generally generate getting give given giving glad globally goal goals going good great greatly greater grow growing grown growth guide hands happen
  happy hard have having hear heard hearing hello help helped helpful helping helps here high higher highly hoping hope hours however huge idea ideal ideally ideas identify imagine immediate impact implement important impressed impressive improve improved improvement improvements improving include
  including increase increased increasing increasingly indeed industry industries inform information innovative innovation inside insight insights instead integrated intelligent interest interested interesting into introduce introduction invest investment issue issues itself join journey just keep keeping know knowing known
  lack large last later latest lead leader leaders leadership leading leads learn learned least leave less level leverage like likely limited line list little long longer look looking lose lots love made main maintain major make makes making manage management manager managers managing many market marketing markets
  matter matters maximise maximize maybe mean means measurable meet meeting member members message method might mind minute minutes miss modern moment money month monthly months more most move moving much multiple must mutual name need needed needs never next nice none note nothing notice noticed number numbers objective obviously
  offer offering offerings offers office often once ones online only open operation operational operations opinion opportunities opportunity optimal optimise optimize option options order organisation organisations organization organizations other others ourselves outcome outcomes outside over overall overview pain part partner partners partnership past pay people perfect perform performance perhaps person personal
  personally phone place plan planning plans platform please plus point points position possible potential potentially power powerful practice practices prefer present pretty previous price pricing prices probably problem problems process processes product productive productivity products professional professionals profile profit profits program programme project projects
  promise proposal prospect prospects proud proven provide provided provider providers provides providing purpose quality question questions quick quickly quite range rate rather reach reached reaching read reading ready real really reason reasons receive recent recently recommend reduce reduced reducing regarding regards relationship relevant reliable reply
  request require required requirements resource resources respond response responsible rest result results return revenue review right risk role roles routine running safe sales same satisfaction save saves saving savings scalable scale schedule seamless seamlessly search second sector secure security seem seems seen sense series serious serve service services several share sharing
  short should show showing shown shows significant significantly similar simple simply since sincerely situation skills slow small smart smarter smooth software solution solutions solve solving some someone something sometimes soon sort space speak special specialise specialize specialised specialized specialist specialists specific specifically spend spending stage standard start started starting state stay steps still stop straight strategic strategies strategy
  streamline streamlined strong structure struggle struggling success successful successfully such suggest suit suitable support sure system systems tailored take taken takes taking talented talk talking target task tasks team teams technology tell term terms than thank thanks that their them themselves then there therefore these they thing things think thinking this those though thought thoughts
  thousands through throughout time times today together told tool tools topic total touch toward towards track train training transform transformation trends tried true trust trusted trying turn type typical typically understand understanding unique unlock until update upon used useful user users uses using usually valuable value values various vast very vision visit want wanted wants waste wasting website week weekly weeks welcome
  well were what whatever when where whether which while whole whom whose wide will willing wish with within without wonder wondering word work worked working works world worry worth would write writing wrong year yearly years yesterday your yours yourself business's afternoon morning tomorrow monday tuesday wednesday thursday friday weekend calendar availability available brand brands budget campaign campaigns channel channels content conversion conversions cloud automation automate automated automating artificial intelligence
  analytics dashboard reporting reports insight visibility workflow workflows collaboration compliance infrastructure integration integrations roi kpi kpis b2b saas crm erp hr it ai startup startups agency agencies consultant consulting consultants executive executives ceo cto cfo founder director directors vp head enquiry inquiry newsletter unsubscribe kind warm best cheers hi hey hello there sir madam everybody folks`.split(
    /\s+/
  )
)
