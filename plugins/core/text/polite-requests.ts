import { asComplement, asHaving, asOrder, lowered, passive, type VerbForms } from './verb-forms.js'

const adverbs = String.raw`(?:(?:very|really|so|most|much|greatly|highly|quite|extremely|also|just|kindly|please|then|therefore|now|always|only\s+too|deeply|truly|particularly|especially|certainly|even|rather)\s+)*`

const pleasant =
  '(?:good|great|nice|lovely|perfect|fine|helpful|useful|handy|kind|wonderful|brilliant|excellent|ideal|appreciated|desirable|advisable|welcome|convenient|super|awesome|cool|amazing|beneficial|valuable|practical|sensible|necessary|important|essential|needed|required|requested|desired)'

/** Forms of a wish, each up to the word that leads to what is wished. */
const wishes = [
  String.raw`(?:i|we)(?:['’]d|\s+would|\s+should|['’]ll|\s+will|['’]m|['’]re|\s+am|\s+are)\s+${adverbs}(?:be\s+)?${adverbs}(?:interested|curious|keen|grateful|thankful|obliged|indebted|glad|happy|pleased|delighted|appreciative)(?:\s+to\s+you)?`,
  String.raw`(?:i|we)(?:['’]d|\s+would|\s+do)?\s+${adverbs}appreciate(?:\s+it)?(?:\s+(?:very\s+much|a\s+lot|greatly))?`,
  String.raw`(?:it|that|this)(?:['’]d|\s+would|\s+will|['’]s|\s+is|\s+might|\s+could)\s+${adverbs}(?:be\s+)?${adverbs}(?:an?\s+|of\s+)?(?:great\s+|big\s+|real\s+)?(?:${pleasant}|help|relief|favou?r|pleasure)(?:\s+(?:to|for)\s+(?:me|us|our\s+\p{L}+))?(?:\s+(?:now|here|today))?`,
  String.raw`(?:(?:i|we)(?:\s+(?:was|were|am|are)|['’]m|['’]re)?\s+(?:just\s+)?wonder(?:ing)?)`,
  String.raw`(?:do\s+you\s+think|(?:is\s+there\s+)?any\s+chance|would\s+it\s+be\s+(?:possible|ok(?:ay)?|alright|feasible))`,
  String.raw`(?:(?:my|our|the)\s+(?:request|wish|task|suggestion|idea|plan)\s+is)`,
  String.raw`(?:there\s+is\s+(?:an?\s+)?(?:need|request|wish))`,
  String.raw`(?:(?:i|we)\s+(?:would\s+like|['’]d\s+like|wish|want|wanted|am\s+writing|are\s+writing|hereby|have|may|must|would)?\s*(?:to\s+)?(?:ask|request|beg)|(?:this\s+is\s+)?to\s+(?:ask|request)|(?:may|can|could|might)\s+(?:i|we)\s+(?:please\s+)?(?:ask|request|trouble|bother))(?:\s+(?:of\s+)?you)?`,
  String.raw`(?:you\s+are|you['’]re|(?:i|we)(?:\s+have|\s+was|\s+were|['’]ve)(?:\s+been)?)\s+${adverbs}(?:requested|asked|invited)`,
  String.raw`(?:would|could|will|can|might)\s+you\s+${adverbs}(?:be\s+able|be\s+willing|manage|be\s+so\s+kind\s+as)`
]

const people = String.raw`(?:(?:our|my|the|your)\s+(?:\p{L}+\s+){0,2}?(?:accountants?|advis[eo]rs?|assistants?|auditors?|boards?|boss|chair(?:man|woman)?|ceo|cfo|colleagues?|committee|department|director|editors?|engineers?|head|lawyers?|management|managers?|office|president|reception(?:ist)?|secretary|staff|superior|supervisor|teams?|treasurer)(?:\s+(?:from|at|in|of)\s+(?:the\s+)?\p{L}+)?(?:,?\s+(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?,?)?|(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+\p{Lu}[\p{L}'’-]+|(?!(?:I|It|We|You|They|He|She)\b)\p{Lu}\p{Ll}[\p{L}'’-]*(?=\s+(?:from|in)\s+(?:accounts|accounting|finance|legal|marketing|operations|sales|support)\b|\s+(?:has\s+)?(?:asked|requested|suggested|told)\s+(?:me|us|you|that)\b)(?:\s+(?:from|in)\s+\p{L}+)?)`

const asked = new RegExp(
  String.raw`^(?:${people}|it)\s+(?:(?:has|have|had|has\s+been|was|is)\s+)?(?:just\s+|kindly\s+|also\s+)?(?:asked|asks|requested|requests|instructed|told|urged|suggested|suggests|proposed|proposes|recommended|decided|agreed)(?:\s+(?:me|us|you))?(?:\s+(?=that\s|to\s|not\s+to\s)|\s+(?:if|whether)\s+(?=(?:you|we|i|someone|the|our)\s))`,
  'iu'
)

const wish = new RegExp(
  String.raw`^(?:${wishes.join('|')})\s*,?\s+(?:(?:if|when|whether|that)\s+(?=\S)|(?=to\s|not\s+to\s|for\s|you(?:r)?\s|\p{L}+ing\s))`,
  'iu'
)

/** Anybody but those who may buy: what they want is no request. */
const anybody = String.raw`(?:our|my|the)\s+(?:\p{L}+\s+){0,2}?(?!(?:leads?|prospects?|customers?|clients?|contacts?|company|companies|buyers?|guests?|users?|site|page|server|job)\b)\p{L}+`

const somebodyWants = new RegExp(
  String.raw`^${anybody}(?:['’]d|\s+would)?\s+(?:also\s+)?(?:need|needs|require|requires|want|wants|wish|wishes|like|likes|request|requests)\s+(?:that\s+)?(?=\S)`,
  'iu'
)

const wanting = new RegExp(
  String.raw`^(?:(?:i|we)|${people})(?:['’]d|\s+would)?\s+(?:also\s+|now\s+|only\s+|really\s+|urgently\s+)*(?:appreciate|appreciates|need|needs|require|requires|want|wants|wish|wishes|like|likes|love|prefer|prefers|request|requests|demand|demands|expect|expects)\s+(?:to\s+(?:have|see|get|receive|obtain)\s+)?(?:that\s+|for\s+)?(?=\S)`,
  'iu'
)

/** What a clause asks for, in plain form; the clause as it is where it does not ask in one of these ways. */
export function plainClause(text: string, forms: VerbForms, isWished = false): string {
  const courteous = text
    .replace(/^(?:kindly\s+)+/iu, 'please ')
    .replace(
      /^(?:please\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+|kindly\s+)*(?=(?:not|never|hold\s+off|refrain|avoid|abstain)\b)/iu,
      ''
    )
    .replace(/^(?:please\s+)?not\s+(?=\p{L}+\s)/iu, 'do not ')
    .replace(
      /^((?:please\s+)?(?:can|could|would|will)\s+)(?:someone|somebody|anyone|anybody|one\s+of\s+you)\s+/iu,
      '$1you '
    )
    .replace(/^((?:please\s+|(?:can|could)\s+you\s+)*)do\s+the\s+needful\s+(?:and|to)\s+/iu, '$1')
    .replace(
      /^((?:please\s+)?(?:(?:can|could|would)\s+you\s+)?)(?:pop|stick|chuck|bung|put|file|add)\s+(?:this|the\s+following)\s+(?:down\s+)?(?:in(?:to)?|to)\s+(?:(?:the|my|our|your)\s+)?(?:memory|memories|notes?)\s*[:,–-]\s*/iu,
      '$1remember that '
    )
    .replace(
      /^((?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*)(?:knock\s+up|whip\s+up|put\s+together|rustle\s+up|throw\s+together|bang\s+out|cook\s+up|come\s+up\s+with|do\s+me|do\s+us)\s+(?=(?:an?|the|some|one|two|three)\s)/iu,
      '$1write '
    )
    .replace(
      /^((?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*)(?:dig\s+(?:out|up)|fish\s+out)\s+/iu,
      '$1look up '
    )
    .replace(
      /^((?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*)(?:keep|have)\s+an?\s+(?:close\s+)?(?:eye|watch)\s+on\s+/iu,
      '$1watch '
    )
    .replace(
      /^((?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*)(?:stick|chuck|pop|bung|whack|put)\s+(?=.*\bledger\b)/iu,
      '$1book '
    )
    .replace(/^((?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*)rem(?:br)?\s+(?=that\b)/iu, '$1remember ')
    .replace(
      /^(?:(?:it(?:['’]s|\s+is)\s+)?(?:high\s+)?time\s+to|please\s+go\s+ahead\s+and|you\s+(?:might|may)\s+want\s+to|remember\s+to(?=\s+(?:check|probe|book|score|enrich|assign)\b))\s+/iu,
      ''
    )
    .replace(/^(?:please\s+)?let\s+(?:me|us)\s+(?:have|see)\s+(?=(?:an?|the|our|my|all|some)\s)/iu, 'give me ')
    .replace(
      /^(?:(?:would|do)\s+you\s+mind|mind)\s+(\p{L}+ing)\b/iu,
      (all, word: string) => forms.ofGerund(word) ?? all.replace(/^(?:do\s+you\s+)?mind/iu, 'would you mind')
    )
    .replace(/^(delete|remove|erase|forget|wipe|discard)\s+nothing\b/iu, 'do not $1 anything')
    .replaceAll(splitBy, ' by ')
  const [please = ''] =
    /^(?:(?:please|and|also|but|so|now|first(?:ly)?(?:\s+of\s+all)?|second(?:ly)?|third(?:ly)?|lastly|to\s+begin\s+with)(?=[\s,])\s*,?\s*)+/iu.exec(
      courteous
    ) ?? []
  const rest = courteous.slice(please.length)
  const having = getting.exec(rest)
  if (having) {
    const made = passive(having[1] ?? '', forms, asHaving)
    if (made !== undefined) return made
  }
  const [sure] = assuring.exec(rest) ?? []
  if (sure !== undefined) {
    const ensured = passive(rest.slice(sure.length), forms, asComplement)
    if (ensured !== undefined) return ensured
    const [, into] =
      /^(?:it|this|that)(?:['’]s|\s+is|\s+gets|\s+goes)\s+(in(?:to)?\s.+)$/isu.exec(rest.slice(sure.length)) ?? []
    if (into !== undefined) return `put this ${into}`
  }
  const [lead] = wish.exec(rest) ?? asked.exec(rest) ?? []
  if (lead !== undefined || isWished) {
    const wished = isPastOnly(lead ?? '', rest) ? undefined : wishedIn(rest.slice(lead?.length ?? 0), forms)
    if (wished !== undefined) return wished
  }
  const [want] = wanting.exec(rest) ?? []
  if (want !== undefined) {
    const wanted = passive(rest.slice(want.length), forms, asComplement) ?? ofNoun(rest.slice(want.length), forms)
    if (wanted !== undefined) return wanted
    // What somebody else wants is a request where it is named as a thing.
    if (/^(?:an?|the|some|one|all|our)\s/iu.test(rest.slice(want.length)) && !/\bsee\s+$/iu.test(want))
      return `give me ${rest.slice(want.length)}`
    if (/\bto\s+(?:have|see|get|receive|obtain)\s+$/iu.test(want))
      return `${/\bsee\s+$/iu.test(want) ? 'show' : 'give'} me ${rest.slice(want.length)}`
    const others = /^(?:(?:you|us|me)\s+)?to\s+(?!(?:have|see|get)\b)(.+)$/isu.exec(rest.slice(want.length))?.[1]
    if (others !== undefined && !/^(?:i|we)\b/iu.test(want))
      return /^(?:know|learn|hear|find\s+out|understand)\b/iu.test(others)
        ? others.replace(/^\p{L}+(?:\s+out)?/iu, 'tell me')
        : others
  }
  const [someone] = want === undefined ? (somebodyWants.exec(rest) ?? []) : []
  const done = someone === undefined ? undefined : passive(rest.slice(someone.length), forms, asComplement)
  if (done !== undefined) return done
  const appreciated = welcome.exec(rest)
  if (appreciated?.[1] !== undefined && !/^(?:it|that|this|they|he|she|you)\b/iu.test(appreciated[1]))
    return (
      (gerund(appreciated[1], forms) ?? ofNoun(appreciated[1], forms) ?? asThing(appreciated[1])) +
      (appreciated.groups?.end ?? '')
    )
  const [, wantedThing, behindNeed = ''] = needed.exec(rest) ?? []
  if (wantedThing !== undefined) return (ofNoun(wantedThing, forms) ?? asThing(wantedThing)) + behindNeed
  const question = passiveQuestion.exec(rest)
  if (question) {
    const active = passive(question[1] ?? '', forms, asComplement)
    if (active !== undefined && !/^do\s+not\b/u.test(active)) return active.replace(/\s*\?\s*$/u, '')
  }
  if (!startsAsOrder(rest, forms)) {
    const active = passive(rest, forms, asOrder)
    if (active !== undefined) return active
  }
  return please === '' ? courteous : withoutOrdinal(please) + rest.replace(/^kindly\s+/iu, 'please ')
}

const splitBy = /,?\s+(?:split|grouped|broken\s+down|sorted\s+out)\s+(?:up\s+)?(?:by|per)\s+/giu

/** `get the lead scored`. */
const getting =
  /^(?:let['’]?s\s+|let\s+us\s+|(?:can|could|would|will)\s+(?:you|we|i)\s+(?:please\s+)?)?(?:get|have)\s+((?:the|an?|my|our|all|this|that|these|those|[\uE000-\uE8FF]).+)$/isu

/** `make sure that it is booked`. */
const assuring = /^(?:make\s+sure|see\s+to\s+it|ensure|take\s+care|arrange)\s+(?:that\s+|for\s+)?/iu

/** `I wonder if it was booked` asks what is so; `I wonder if it could be booked` asks for it. */
function isPastOnly(lead: string, text: string): boolean {
  return (
    /\b(?:wonder|think|chance|request|ask)/iu.test(lead) &&
    /(?:if|whether|that)\s+$/iu.test(lead) &&
    !/\b(?:could|would|might|can|be)\b/iu.test(text.slice(lead.length))
  )
}

/** `first, please ` without its place among others. */
function withoutOrdinal(lead: string): string {
  return lead.replaceAll(
    /\b(?:first(?:ly)?(?:\s+of\s+all)?|second(?:ly)?|third(?:ly)?|lastly|to\s+begin\s+with)\b\s*,?\s*/giu,
    ''
  )
}

const welcome = new RegExp(
  String.raw`^(.+?)\s+(?:would|will|is|are)\s+(?:be\s+)?${adverbs}(?:appreciated|${pleasant})(?:\s+(?:to|for)\s+(?:me|us))?(?:\s+(?:please|here|now))?(?<end>[\s.!]*)$`,
  'iu'
)

/** `a thread about bees is needed for our members`. */
const needed =
  /^((?:an?|the|some|one|two|three|another|our|all)\s+(?:(?!\b(?:is|are|was|were|which|who|not|no)\b).)+?)\s+(?:is|are|would\s+be|will\s+be)\s+(?:(?:urgently|now|also|still)\s+)*(?:needed|required|requested|desired|wanted)(?!\s+(?:to|if|when|only|before|after|until)\b)(.*)$/isu

const passiveQuestion =
  /^(?:please\s+)?(?:could|can|may|might|would\s+it\s+be\s+possible\s+that)\s+((?:the|my|our|all|this|these|that|those|an?|every|https?:|[\uE000-\uE8FF]|[\d£])\S*\s.+)$/iu

/** What follows `if`, `that` or `to` behind a wish. */
function wishedIn(text: string, forms: VerbForms): string | undefined {
  const [infinitive] = /^(?:for\s+(?:you|us|me|someone|somebody)\s+)?(?:to|(?=not\s+to\s))\s*/iu.exec(text) ?? []
  if (infinitive !== undefined) return infinitiveIn(text.slice(infinitive.length), forms)
  const [, thing] = /^for\s+(.+)$/isu.exec(text) ?? []
  if (thing !== undefined) return passive(thing, forms, asComplement) ?? ofNoun(thing, forms) ?? asThing(thing)
  const [agent] =
    /^(?:that\s+)?(?:you|someone|somebody|anyone|anybody|one|we|i)\s+(?:(?:could|would|can|will|might|may|should)\s+|were\s+to\s+|were\s+able\s+to\s+|are\s+able\s+to\s+)?(?:(?:please|kindly|also|just|possibly|perhaps|be\s+so\s+kind\s+as\s+to|be\s+able\s+to)\s+)*/iu.exec(
      text
    ) ?? []
  if (agent !== undefined) {
    const [, denied] =
      /^(?:(?:could|would|did|do|can|will)\s+)?(?:not|n['’]t)\s+(.+)$/isu.exec(text.slice(agent.length)) ?? []
    if (denied !== undefined) return `do not ${baseOf(denied, forms)}`
    const thing =
      /^(?:have|get|see|receive|obtain|be\s+(?:given|shown|sent|told))\s+(?=(?:an?|the|some|our|my|all|one)\s)/iu.exec(
        text.slice(agent.length)
      )
    if (thing && /\b(?:i|we)\s/iu.test(agent)) return `give me ${text.slice(agent.length + thing[0].length)}`
    const behind = text.slice(agent.length).replace(/^(?:that|if)\s+/iu, '')
    return /^(?:i|we|you)\s/iu.test(behind) ? wishedIn(behind, forms) : baseOf(behind, forms)
  }
  const [, there] = /^(?:that\s+)?there\s+(?:could|would|can|were|was|is)\s+(?:be\s+)?(.+)$/isu.exec(text) ?? []
  if (there !== undefined) return asThing(there)
  const doing = gerund(text.replace(/^(?:you|your)\s+/iu, ''), forms)
  if (doing !== undefined) return doing
  return passive(text.replace(/^that\s+/iu, ''), forms, asComplement)
}

function infinitiveIn(text: string, forms: VerbForms): string {
  const [, denied] = /^not\s+(?:to\s+)?(.+)$/isu.exec(text) ?? []
  if (denied !== undefined) return `do not ${denied}`
  const [, seen] =
    /^(?:have|see|get|receive|obtain|be\s+(?:given|shown|sent))\s+((?:an?|the|some|our|my|all|one|how|what|which)\s.+)$/isu.exec(
      text
    ) ?? []
  if (seen !== undefined) {
    const made = passive(seen, forms, asHaving)
    if (made !== undefined) return made
    return /^(?:how|what|which)\b/iu.test(seen) ? `show me ${seen}` : asThing(seen)
  }
  const [, known] =
    /^(?:know|learn|find\s+out|be\s+told)\s+((?:how|what|which|whether|who|where|when|if)\s.+)$/isu.exec(text) ?? []
  return known === undefined ? text : `tell me ${known}`
}

/** `drafted an email` as an order. */
function baseOf(text: string, forms: VerbForms): string {
  const [word = ''] = /^\p{L}+/u.exec(text) ?? []
  const base = forms.isBase(word) ? undefined : forms.ofParticiple(word)
  return base === undefined ? text : base + text.slice(word.length)
}

function gerund(text: string, forms: VerbForms): string | undefined {
  const [, word = ''] =
    /^(?:(?:your|any)\s+(?:help|assistance|support)\s+(?:in|with)\s+)?(\p{L}+ing)\b/iu.exec(text) ?? []
  const base = forms.ofGerund(word)
  return base === undefined ? undefined : base + text.slice(text.indexOf(word) + word.length)
}

/** `a booking of this in the ledger` as an order. */
function ofNoun(text: string, forms: VerbForms): string | undefined {
  const [lead = '', noun = ''] = /^(?:an?|the|one|another)\s+(?:\p{L}+\s+)?(\p{L}+)\s+of\s+/iu.exec(text) ?? []
  const verb = forms.ofNoun(noun)
  return verb === undefined ? undefined : `${verb} ${text.slice(lead.length)}`
}

/** A thing that is wished for, as an order. */
function asThing(text: string): string {
  return `give me ${lowered(text.replace(/\s*,\s*$/u, ''))}`
}

function startsAsOrder(text: string, forms: VerbForms): boolean {
  const [word = ''] = /^[\p{L}'’]+/u.exec(text) ?? []
  return /^(?:do|don['’]t|never)$/iu.test(word) || forms.isBase(word)
}
