import { words } from '@product-host/toolkit/text'
import type { Goal, Tone } from '../input.js'
import type { Intent } from '../topic.js'
import { commonEnglish, stopWords } from '../word-lists.js'
import { english } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { spanish } from './spanish.js'

/** What the rules write in each language beside the words of the author. */
const banks = { en: english, de: german, fr: french, es: spanish } as const satisfies Readonly<Record<string, Phrases>>

/** A language that the rules write: its code in ISO 639-1. */
export type WrittenLanguage = keyof typeof banks

/** The languages that the rules write, in the order in which messages name them. */
export const writtenLanguages = ['en', 'de', 'fr', 'es'] as const satisfies readonly WrittenLanguage[]

/** Whether the rules write a language. */
export function isWritten(code: string): code is WrittenLanguage {
  return Object.hasOwn(banks, code)
}

/** The phrases of a language. */
export function phrasesOf(language: WrittenLanguage): Phrases {
  return banks[language]
}

/**
 * The language of texts, as its code in ISO 639-1: by the script of the first where that is not the Latin one, otherwise by words, letters and
 * endings. English where nothing shows another language; a language that the rules do not write needs twice the evidence.
 */
export function detectLanguage(texts: readonly string[]): string {
  const text = texts.join('\n').replaceAll(/https?:\/\/\S+|[#@][\p{L}\p{N}_]+/gu, ' ')
  const script = otherScript(texts.find(each => /\p{L}/u.test(each)) ?? '') ?? otherScript(text)
  if (script !== undefined) return script
  const scores = scoresOf(text)
  const english = scores.get('en') ?? 0
  const [best] = [...scores].filter(([language]) => language !== 'en').sort(([, left], [, right]) => right - left)
  if (!best) return 'en'
  const [language, score] = best
  const isEnough = score > english && score >= (neighbours.has(language) ? 1 : 2)
  return isEnough ? language : 'en'
}

/** Whether a text is surely in another language than this one. */
export function isInAnother(text: string, language: string): boolean {
  const found = detectLanguage([text])
  if (found === language) return false
  const scores = scoresOf(text)
  return (scores.get(found) ?? 10) > 2 * (scores.get(language) ?? 0) + 3
}

/** Languages that the rules write beside English. */
const neighbours: ReadonlySet<string> = new Set(['de', 'fr', 'es'])

/** Scripts that show a language; the first with letters in the text decides. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu]
]

/** The language of a text that is not mainly in Latin letters; `und` where the script shows none. */
function otherScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin >= letters / 2) return undefined
  return scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) > 0)?.[0] ?? 'und'
}

/** What speaks for each language. A word that is English too counts half for English, and its letters and endings show nothing. */
function scoresOf(text: string): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  const add = (language: string, weight: number) => scores.set(language, (scores.get(language) ?? 0) + weight)
  if (/[¿¡]/.test(text)) add('es', 2)
  for (const word of words(text.replaceAll('’', "'").toLowerCase())) {
    const isEnglish = commonEnglish().has(word)
    if (stopWords.has(word)) add('en', 1)
    else if (isEnglish) add('en', 0.5)
    for (const [language, known] of Object.entries(signWords)) if (known.has(word)) add(language, 1)
    if (isEnglish) continue
    for (const { language, weight, pattern } of signPatterns) if (pattern.test(word)) add(language, weight)
  }
  return scores
}

/** The English name of a language. */
export function languageName(code: string): string {
  if (code === 'und') return 'the language of the topic'
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
}

/** What a text is planned by: the intent of its topic, or that its topic is sensitive. */
export type Kind = Intent | 'sensitive'

/** A way into a topic. */
export type AngleKind = 'contrarian' | 'how-to' | 'story'

/** One section of an outline: its heading, and what belongs there. */
interface OutlineSection {
  readonly heading: string
  readonly note: string
}

/** What plans a text of one kind. */
export interface KindPhrases {
  readonly outline: readonly OutlineSection[]
  /** Questions that readers bring: who, what, why, how much, what risk. */
  readonly questions: readonly string[]
  /** What has to be shown for the text to be believed. */
  readonly proofs: readonly string[]
  /** What a reader should know or be able to do after reading. */
  readonly lesson: string
  /** What each angle does, and what an author fills into its first line. */
  readonly angles: Readonly<Record<AngleKind, { readonly idea: string; readonly ask: string }>>
}

/** What serves a text, and what harms it. */
interface Manners {
  readonly do: readonly string[]
  readonly avoid: readonly string[]
}

/** The words of a text around those of the author. No sentence among them states anything about a topic. */
interface CopyPhrases {
  /** The first line of an outline. */
  readonly outline: string
  /** What to do with an outline. */
  readonly fillIn: string
  readonly proof: string
  /** Where the request to the reader goes. */
  readonly request: string
  /** What follows a first line that does not name the audience. */
  readonly address: string
  /** First lines that name topic and audience. */
  readonly firstLines: { readonly named: string; readonly addressed: string; readonly counted: string }
  readonly title: string
  /** What stands before a link. */
  readonly linkLead: string
  readonly chapters: string
  readonly headings: { readonly points: string; readonly body: string }
  /** What the reader is asked, by what the text is for. */
  readonly closings: Readonly<Record<'discuss' | 'sell' | 'announce', Readonly<Record<Tone, string>>>>
  /** The words for two to ten. */
  readonly numerals: readonly string[]
}

/** The parts of a brief that no kind of text decides. */
interface BriefPhrases {
  readonly keyMessages: Readonly<Record<Exclude<Goal, 'educate'>, string>>
  /** What stands for an audience that was not named. */
  readonly anyReader: string
  /** What is asked of the author about the audience. */
  readonly forWhom: { readonly unknown: string; readonly known: string }
  readonly sourceFor: string
  readonly manners: Readonly<Record<Goal, Manners>>
  readonly sensitive: Manners & { readonly cta: string }
  readonly checks: readonly string[]
}

/** How to find a topic: what a brief offers when none is known. */
interface DiscoveryPhrases {
  readonly keyMessage: string
  readonly angles: Readonly<Record<AngleKind, { readonly idea: string; readonly hook: string }>>
  readonly outline: readonly OutlineSection[]
  readonly questions: readonly string[]
  readonly proof: string
  readonly cta: string
}

/** All phrases of one language. */
export interface Phrases {
  /** How a sentence names a topic: `{topic}` in the marks of the language, or the noun that its wording gives. */
  readonly topic: string
  readonly copy: CopyPhrases
  readonly kinds: Readonly<Record<Kind, KindPhrases>>
  readonly brief: BriefPhrases
  readonly discovery: DiscoveryPhrases
}

/** Articles, pronouns, prepositions and the like of a language; those of English for one that the rules do not write. */
export function functionWordsOf(language: string): ReadonlySet<string> {
  const known =
    functionWords.get(language) ??
    new Set([...(signWords[language] ?? stopWords)].filter(word => !topicWords.has(word)))
  functionWords.set(language, known)
  return known
}

const functionWords = new Map<string, ReadonlySet<string>>()

/** Words of the lists below that a text can be about. */
const topicWords: ReadonlySet<string> = setOf(`
  anfangen beste besten dank deutschland erfolg erfolgreich fehler frauen garten geld gute guten haus heizung jahr jahre alltag arbeit beruf betrieb kaufen kinder kleine kosten kunden leben lernen menschen
  mieten mitarbeiter pflege preise rente schritte schule schutz sicherheit sparen steuern strom tipps umgang unternehmen verkaufen vorsorge woche wohnung zeit männer
  améliorer ans apprendre argent astuces acheter chauffage choisir client clients conseils créer cuisine débutants dirigeants emploi enfants entreprise entreprises erreurs femmes français gens gestion gérer
  gratuit impôts jour jours logement louer maison raisons recrutement retraite réussir salariés santé semaine sécurité temps travail travailler trouver télétravail vendre ventes vie vivre voiture année années
  école équipe équipes étapes
  alquilar aprender autónomos año años casa casas clave claves cliente clientes coche cocina comprar conseguir consejo consejos dinero empleo empresa empresas equipo equipos error errores escuela familia
  gente gestión guía hijos hogar impuestos jubilación mejorar mes meses mujeres niños paso pasos personas precio precios pymes redes salud seguridad seguro semana semanas tiempo tienda trabajadores trabajar
  trabajo trucos vender ventas vida vivienda
`)

/** Words by which a language shows, each with its weight of 1. Own lists: articles, pronouns, prepositions, and frequent words of topics. */
const signWords: Readonly<Record<string, ReadonlySet<string>>> = {
  de: setOf(`
aber alle als am an anfangen auch auf aus bei beim besser beste besten bis braucht damit dank das dass dem den denn der des deutschland die
dies diese dieser doch durch ein eine einem einen einer eines endlich er erfolg erfolgreich es euch fehler für gegen gibt gut gute guten haben
hat ich ihr ihre ihren im immer in ins ist jede jeder jetzt kann kaufen kein keine kinder kleine kosten können leben lernen macht man mehr
mein meine menschen mich mieten mit nach neu neue neuen neuer neues nicht nie noch nur ob oder ohne preise richtig schnell schritte schule sein
seine seit selbst sich sie sind so sparen statt tipps über um und uns unser unsere unserem unseren unser unter verkaufen viel viele vom von vor warum was weniger
wenn wer werden wie wieder wir wird wo woche zeit zu zum zur zwei zwischen wurde wurden unternehmen kunden mitarbeiter arbeit haus jahr jahre
beruf umgang alltag pflege wohnung garten frauen männer geld steuern rente betrieb vorsorge schutz sicherheit heizung strom
`),
  fr: setOf(`
ai aller améliorer ans apprendre après argent au aucun aussi autre autres aux avant avec avez avoir avons beaucoup bien bon bonne bonnes bons ce cela ces cet cette chez choisir
client clients comment contre créer dans de des deux du elle elles emploi en enfants entre entreprise entreprises erreurs est et être eux faire faut femmes français gens gestion gérer
gratuit il ils je jour jours la le les leur leurs logement louer lui mais maison ma mes meilleur meilleure meilleurs mieux moins mon nos notre nous nouveau nouvelle nouvelles
on ont ou où par pas pendant petit petite petites petits peut plus pour pourquoi première prix qu quand que quel quelle quelles quels qui quoi raisons recrutement retraite réussir sa
sans santé se sécurité ses si soi son sont sur télétravail temps tes toujours tous tout toute toutes travail travailler trois trop trouver un une ventes vendre vers vie vivre vos votre vous
équipe équipes été cuisine école impôts acheter chauffage étapes astuces conseils voiture année années semaine salariés dirigeants débutants
`),
  es: setOf(`
al alquilar algo ahora antes aprender años aunque bien buen buena buenas bueno buenos cada casa casas clave claves cliente clientes cómo comprar con conseguir consejos consejo contra cuando cuál cuánto cuesta
de del desde después dinero dónde dos el ella ellos empleo empresa empresas en entre equipo equipos error errores es esa escuela ese eso esta estas este esto estos está están familia gestión
gente guía ha hacer han hasta hay hijos hogar hoy impuestos la las le les lo los más me mejor mejorar mejores menos mi mientras mis mucho muchos mujeres muy nada ni niños no nos nosotros nuestra nuestras
nuestro nuestros nueva nuevas nuevo nuevos o otra otro para pasos paso pequeñas pequeños pero personas poco por porque precio precios primer primera puede pueden pymes qué que quien quién redes salud se seguridad
ser si sin sobre son su sus también tan te tiempo tiene tienda tienes todas todo todos trabajadores trabajar trabajo tres trucos tu tus un una uno unos usted vender ventas vida vivienda y ya yo errores
seguro jubilación cocina coche año semana semanas mes meses autónomos vez vamos hemos
`),
  it: setOf(`
ai al alla alle anche anni aziende azienda casa che chi ci clienti come con consigli contro cosa costi da dal dalla degli dei del della delle di dove due e è essere fare gestione gli ha hanno i il imparare
in io la lavoro le lo loro ma meglio mentre mi migliorare modo nel nella nelle negozio non nostra nostri nostro nuova nuove nuovi nuovo o ogni per perché più piccole piccoli poi prezzi primo prima qual quando
quanto quello questa questo ridurre scegliere se senza si sono su sua sui sulla suo tempo trovare tuo tutti tutto un una uno vendere vita errori settimana
`),
  pt: setOf(`
anos antes ao aos aprender as até clientes com como comprar contra criar da das de dicas dinheiro do dos e é ela ele em empresa empresas entre equipa equipe erros essa esse esta este está eu fazer gestão há isso já lhe
loja lugar maior mais mas melhor melhorar melhores menos meu minha muito na nas não negócio negócios nem no nos nós nossa nosso nova novas novo novos o os ou para pela pelo pequenas pequenos por porque preços qual quando que quem
são se sem ser seu seus sobre sua suas tempo tem trabalho um uma vai vendas vender você
`),
  nl: setOf(`
aan alle als altijd bedrijf bedrijven beginners beter betere bij dan dat de deze die dit door een en fouten geen goed goede haar hebben heeft het hier hij hoe huis huren ik in is jaar je jouw kan klanten kopen
kunnen maar maken mensen met mijn naar niet nieuw nieuwe nog nooit nu of om onze ons ook op over stappen tegen thuiswerken tijd toch tot tussen twee uit uw van veel verkopen voor waar waarom wanneer wat we werk werken
werken weten wie wij winkel wordt worden ze zijn zo zonder
`),
  pl: setOf(`
aby ale bardzo bez być co czy czym dla do dlaczego firma firmy gdy gdzie i ich ile jak jaki jakie jako jest już kiedy klienci klientów który która które ma mieć może na nad nasz nasza nasze nie nowy nowa nowe o od oraz po pod
pracy praca przed przez przy są się sposobów sposoby sprzedaż także ten to tych tylko w we wszystko z za zarządzanie ze że żeby błędy błędów
`),
  sv: setOf(`
alla att av bättre bli blir de den det din du efter eller en ett från för företag får företagare göra han har hur hus här i inte jag kan kunder kunna man med men mer mot nya nytt när och om på sig sin ska skapa som så till tips under
upp utan vad var varför vi vid våra vår är över misstag
`),
  da: setOf(`
af at bedre blive bliver de den der det din du efter eller en er et flere for fra få gør han har hvad hvis hvor hvordan hvorfor ikke jeg kan kunder man med men mere nye nyt når og om på sig skal som så til uden under ved vi virksomhed
virksomheder vores være fejl
`),
  tr: setOf(`
ama bir bu çok daha de da değil en gibi göre ile için ipucu işletmeler kadar küçük mi mı mu müşteri nasıl ne neden nedir olan olarak sonra ve veya yeni yönetimi zaman şirketler
`),
  fi: setOf(`
aina ei eli ennen että hyvä ilman ja jos joka kanssa koska kuin kuinka kun miksi miten mikä mitä mutta myös niin nyt olla on ovat paras paremmin se sekä tai tämä uusi uuden vinkkiä yritys yrityksen yrittäjä
`),
  cs: setOf(`
aby ale bez co do firmy i jak jako je jeho jen jsou když který která které mít na nad naše nebo nové nový o od po podle pro proč při s se si tak to u v ve více z za ze že zákazníky zákazníci chyb lepší
`),
  ro: setOf(`
acest această ai al ale are ca care ce cel cea cu cum de decât din după este fi greșeli în la mai mult noi nostru noua nu o pe pentru prin sau se sunt sfaturi un unei unui și să clienți
`),
  hu: setOf(`
a az és de egy ez ezt hogy hogyan hiba is itt jobb ki mert meg mi miért mint nem nélkül új vagy van volt vállalkozás ügyfelek tipp tippek
`),
  id: setOf(`
ada adalah agar anda atau baru bagaimana bagi cara dan dari dengan di dalam ini itu juga kami karena kepada ke kesalahan kita lebih mengapa oleh pada para pelanggan saat sebagai sudah tidak tips untuk usaha yang
`)
}

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Letters and endings by which a language shows. Own lists. */
const signPatterns: readonly { readonly language: string; readonly weight: number; readonly pattern: RegExp }[] = [
  { language: 'de', weight: 1, pattern: /[äöü]/ },
  { language: 'de', weight: 2, pattern: /ß/ },
  {
    language: 'de',
    weight: 1.5,
    pattern: /^.{4,}(?:ung|ungen|keit|keiten|heit|heiten|schaft|schaften|lich|liche|lichen|tät|ieren|wechsel)$/
  },
  {
    language: 'de',
    weight: 1,
    pattern:
      /^.{3,}(?:isch|ische|ischen|chen|gespräch|gespräche|sorge|kosten|stoff|recht|kraft|kräfte|mangel|tausch|werk|platz|plan|zeit)$/
  },
  { language: 'fr', weight: 1, pattern: /[êœùûîôè]|^(?:l|d|qu|n|s|j|c)'\p{L}/u },
  { language: 'fr', weight: 0.75, pattern: /[éàç]/ },
  { language: 'fr', weight: 1, pattern: /^.{3,}(?:ement|ements|eux|euse|euses|eaux|ité|ités|ées|aire|aires|eurs)$/ },
  { language: 'es', weight: 2, pattern: /[ñ¿¡]|(?:ción|ciones|sión)$/ },
  { language: 'es', weight: 0.75, pattern: /[áéíóú]/ },
  { language: 'es', weight: 1, pattern: /^.{3,}(?:dad|dades|miento|mientos|ando|iendo|ares|eros|adores)$/ },
  { language: 'it', weight: 2, pattern: /(?:zione|zioni|ità)$/ },
  { language: 'it', weight: 0.75, pattern: /[àèìòù]/ },
  { language: 'pt', weight: 3, pattern: /[ãõ]/ },
  { language: 'pt', weight: 0.75, pattern: /[áâéêíóôúç]/ },
  { language: 'nl', weight: 1, pattern: /^.{2,}(?:lijk|lijke|heid|ij|aar|eren|baar)$|aa.|uu.|ijk/ },
  { language: 'pl', weight: 2, pattern: /[łąęśżźćń]/ },
  { language: 'sv', weight: 1.5, pattern: /å|^[^äö]*[äö].*(?:ar|ing)$/ },
  { language: 'da', weight: 1.5, pattern: /[åøæ]/ },
  { language: 'tr', weight: 2, pattern: /[ğşı]/ },
  { language: 'fi', weight: 1.5, pattern: /ää|yy|öö|[aä](?:ssa|ssä|lla|llä|sta|stä)$/ },
  { language: 'cs', weight: 2, pattern: /[řěů]/ },
  { language: 'ro', weight: 2, pattern: /[ățș]/ },
  { language: 'hu', weight: 3, pattern: /[őű]/ }
]
