import { anyLetter, phrasePattern } from '@product-host/toolkit/phrases'

/** How much a warning and a failure of each rule take off the quality of 100; `specific` takes up to `mostForGeneric`. Own choice. */
export const weights = {
  within_limit: { warn: 20, fail: 40 },
  hook_fits_fold: { warn: 5, fail: 10 },
  hashtags_in_range: { warn: 3, fail: 6 },
  one_ask: { warn: 5, fail: 10 },
  reading_ease: { warn: 5, fail: 10 },
  rhythm: { warn: 3, fail: 6 },
  no_slop: { warn: 10, fail: 20 },
  nothing_invented: { warn: 20, fail: 40 },
  no_placeholder: { warn: 20, fail: 50 },
  capitals: { warn: 3, fail: 6 },
  emoji: { warn: 3, fail: 6 },
  topic_first: { warn: 5, fail: 10 },
  language: { warn: 20, fail: 40 }
} as const

/** A rule whose weight depends on nothing but its result. */
export type WeightedRule = keyof typeof weights

/** The name of a rule. */
export type LintRule = WeightedRule | 'specific'

/** What people call each rule. */
export const checks: Readonly<Record<LintRule, string>> = {
  within_limit: 'Length',
  hook_fits_fold: 'Length of the first line',
  hashtags_in_range: 'Number of hashtags',
  one_ask: 'One request to the reader',
  reading_ease: 'Easy to read',
  rhythm: 'Long and short sentences',
  no_slop: 'No worn-out phrases',
  nothing_invented: 'Nothing invented',
  no_placeholder: 'Nothing left to fill in',
  capitals: 'Words in capitals',
  emoji: 'Number of emoji',
  topic_first: 'Topic in the first line',
  language: 'Language',
  specific: 'Specific to the topic'
}

/** Least share of a text that has to be its author's own; below it the quality falls. */
export const leastSpecific = 0.5

/** What a text loses of which every sentence would fit any topic. */
export const mostForGeneric = 60

/** Lowest Flesch reading ease that passes; 60 is plain English. Own choice. */
export const leastEase = 50

/** Lowest standard deviation of sentence lengths, in words, that passes. Own choice. */
export const leastRhythm = 4

/** Most words in capitals that pass. Own choice. */
export const mostCapitals = 2

/** Most emoji that pass. Own choice. */
export const mostEmoji = 3

/** Most em dashes that pass. Own choice. */
export const mostDashes = 1

/** Share of the topic's words that the first line has to hold. */
export const topicShare = 0.5

/** Words that advice for any topic is made of. Own lists, in lower case. */
export function genericWords(): ReadonlySet<string> {
  listed ??= new Set(Object.values(lists).flatMap(list => list.trim().split(/\s+/)))
  return listed
}

/** Finds the phrases that advice for any topic is made of. Own lists, in lower case, apostrophes straight. */
export function genericPhrases(): RegExp {
  compiled ??= phrasePattern(phrases, anyLetter)
  return compiled
}

/** Read when the first text is linted. */
let listed: ReadonlySet<string> | undefined
let compiled: RegExp | undefined

const lists = {
  en: `
ability accountability achieve achievement achieving action actionable actions adapt adaptability adapting advice align alignment amazing ambition amplify approach approaches
aspect aspects aspiring attitude audience authentic authenticity awareness balance barriers begin beginner beginners beginning belief beliefs believe benefit benefits best better
big boost brave brighter build building business businesses challenge challenges challenging change changes chase clarity clear collaborate collaboration comfort commit commitment
committed communicate communication community company confidence connect connected connection connections consistency consistent consistently content core countless courage create
creating creative creativity crucial culture curious customer customers daily decision decisions dedicate dedicated dedication deliver delivering destination determination develop
development difference different digital direction discipline discover discovering dream dreams drive driven driving dynamic earn easier easy effective effectively efficiency
efficient effort efforts embrace embracing empower empowered empowering empowerment encourage energy engage engagement engaging enhance enjoy ensure essential essentials ever-changing
everyday everyone everything evolve evolving excellence exceptional excited exciting experience experiences experts explore exploring factor factors fail failure fear feedback feel feeling
fight first focus focused focusing follow forward foundation foundations freedom fresh fulfilling fulfilment future gain game goal goals good grateful gratitude great growth grow growing guide
habit habits happen happiness happy hard harder health healthy heart help helps hesitate honest hope huge human hustle idea ideas identify impact impactful important importance improve
improved improvement improvements improving incredible individuals industry innovate innovation innovative insight insights inspiration inspire inspired inspiring intention intentional
invest investing journey joy keep key keys knowledge lasting lead leader leaders leadership leading learn learning lesson lessons level life lifelong limit limitless limits listen listening
lives living love loyalty magic maintain make manage maximise maximize meaningful message messages mindful mindfulness mindset mistake mistakes modern moment moments momentum motivate motivated
motivation move navigate navigating necessary need needs network networking never next number obstacle obstacles offer online open opportunities opportunity optimise optimize option options
organisation organization organisations organizations outcome outcomes overcome overcoming ownership paramount part passion passionate path patience patient pave people perfect perfection
performance persistence person personal perspective perspectives pillar pillars plan planning plans positive positivity possibilities possibility possible potential power powerful practice
practices prepare prepared presence pressure prioritise prioritize priorities priority proactive problem problems process processes productive productivity professional professionals progress
prosper purpose pursue push quality question questions quick reach ready real realise realize reason reasons reflect relationship relationships relevant reminder resilience resilient resource
resources respect responsibility rest result results reward rewarding rewards rise risk risks road routine secret secrets self setback setbacks shape share sharing shine simple simply
skill skills small smart smarter solution solutions solve space spark special stakeholders start started starting stay step steps stick story storytelling strategic strategies strategy
strength strengths strive strong stronger struggle struggles style succeed success successes successful successfully support supportive sustainable system systems tailor tailored
talent talents team teams teamwork techniques technology thing things think thinking thoughtful thrive thriving time times tip tips today together tomorrow tool tools topic touch transform transformation transformative
transparency transparent trend trends true truly trust try trying ultimate understand understanding unique uplift valuable value values vibe vibes vibrant vision visualise visualize vital voice vulnerability want
wellbeing wellness win winning wins wisdom wonderful word words work working works world worth worthwhile
  `,
  de: `
arbeit balance bedeutung beginnen beitrag bereich bereiche besser beste chance chancen dinge echte echten effektiv einfach energie entscheidend entscheidung entwicklung erfahrung erfolg erfolge erfolgreich
erfolgreiche ergebnis ergebnisse erreichen faktor fehler fokus fortschritt freude führung ganzheitlich geduld gelingt gemeinsam geschichte gewohnheit gewohnheiten große herausforderung herausforderungen idee
ideen innovation innovativ inspiration jeder klarheit kleine kommunikation konsequent kontinuierlich kraft kreativität kunden leben leidenschaft lernen lösung lösungen menschen mindset moderne mut möglich
möglichkeit möglichkeiten motivation nachhaltig nachhaltige neue optimieren perfekt persönlich planung potenzial potenziale praxis probieren produktivität prozess prozesse qualität reise respekt richtige schlüssel
schritt schritte stark stärken starten strategie strategien tag team teams thema tipps transparenz unternehmen veränderung veränderungen verbessern verstehen vertrauen vision wachsen wachstum weg welt wert werte
wertvoll wichtig wichtige wichtiger wissen zeit ziel ziele zukunft zusammenarbeit zusammen
  `,
  fr: `
action actions améliorer apprendre approche atteindre authenticité authentique avenir avantage bien-être bienveillance changement changements chaque choses clé clés clients collaboration commencer communauté
communication confiance constance créativité croissance croire culture découvrir défi défis démarche développement développer efficace efficacement efficacité énergie engagement ensemble équilibre équipe équipes
erreur erreurs essentiel essentielle étape étapes expérience facile facteur force grande habitude habitudes idée idées important importante innovation innovant inspiration inspirant investir jour jours leadership
leçon leçons meilleur meilleure méthode mindset monde motivation moyen objectif objectifs opportunité opportunités optimiser outil outils parcours partager passion patience performance personnes petits possible
potentiel premier pratique pratiques priorité processus productivité progrès projet projets qualité question relation relations réseau résilience résultat résultats réussir réussite rêves sens simple simplement
solution solutions stratégie stratégies succès temps transformation transformer travail trouver unique valeur valeurs véritable vie vision voyage
  `,
  es: `
acción acciones alcanzar apasionante aprender aprendizaje actitud adaptarse ayuda bienestar calidad cambio cambios camino clave claves clientes colaboración comenzar comunicación comunidad confianza conectar
conocimiento consejo consejos constancia crear creatividad crecer crecimiento cultura decisión decisiones desafío desafíos desarrollar desarrollo descubrir diferencia día días disciplina eficacia eficaz eficiente
empezar energía enfoque equilibrio equipo equipos error errores esfuerzo esencial estrategia estrategias éxito experiencia fácil factor fracaso fundamental futuro ganar grande grandes hábito hábitos herramienta
herramientas historia idea ideas importante importancia innovación innovador inspiración inspirar liderazgo líder líderes lograr meta metas mejor mejora mejorar mejores mentalidad motivación mundo necesario
objetivo objetivos oportunidad oportunidades optimizar organización paciencia pasión paso pasos pequeño pequeños personas perfecto plan planificación posible potencial práctica prácticas prioridad problema
problemas proceso procesos productividad progreso propósito relación relaciones resiliencia resultado resultados reto retos secreto sencillo solución soluciones sueños superar tiempo trabajo transformación
transformar único valor valores verdadero viaje vida visión
  `
}

const phrases = `
make a difference
makes a difference
make all the difference
makes all the difference
next level
step by step
one step at a time
small steps
first step
never too late
key to success
the key is
is key
at the end of the day
the power of
in today's world
in today's
fast-paced
ever-changing
now more than ever
more important than ever
there is no one-size-fits-all
one size fits all
one-size-fits-all
comfort zone
think outside the box
outside the box
hard work
work smarter
work hard
believe in yourself
keep going
keep learning
don't give up
never give up
rome wasn't built
not a sprint
a marathon
trust the process
stay consistent
stay focused
stay positive
stay ahead
consistency beats
every day is
the best time
is everything
matters more than you think
more than you think
can go a long way
goes a long way
it all starts with
it starts with
whether you're
when it comes to
the importance of
plays a crucial role
crucial role
the sky is the limit
the possibilities are endless
endless possibilities
let's be honest
the truth is
here's why
what are your thoughts
what do you think
share your thoughts
share in the comments
in the comments
drop a comment
let me know
tag someone
follow for more
save this
double tap
agree?
who's with me
start today
take action
start small
ask for feedback
ask for help
be patient
be yourself
be authentic
know your audience
add value
provide value
quality over quantity
done is better than perfect
progress over perfection
progress, not perfection
mistakes are
failure is
success is
success isn't
learn from
lessons learned
it takes time
takes time
over time
in the long run
long-term success
the right people
the right tools
best practices
right mindset
growth mindset
game plan
win-win
best version of yourself
chase your dreams
follow your dreams
schlüssel zum erfolg
schritt für schritt
kleine schritte
in der heutigen
nächste level
nächstes level
wichtiger denn je
am ende des tages
was denkt ihr
was meint ihr
in die kommentare
in den kommentaren
entscheidend für den erfolg
der weg ist das ziel
clé du succès
clé de la réussite
pas à pas
étape par étape
de nos jours
plus que jamais
sortir de sa zone de confort
qu'en pensez-vous
en commentaire
dans les commentaires
faire la différence
clave del éxito
paso a paso
hoy en día
hoy más que nunca
zona de confort
marcar la diferencia
marca la diferencia
qué opinas
en los comentarios
al final del día
`
  .trim()
  .split('\n')
