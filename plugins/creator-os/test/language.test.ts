import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { detectLanguage } from '../dist/languages/languages.js'

const ofLanguage = {
  en: [
    'Remote onboarding',
    'Kubernetes upgrades',
    'Restaurant menus',
    'Garage conversions',
    'Docker Compose',
    'Tea',
    'TypeScript 5 enums',
    'Our new café in Nice',
    '👩‍🚀🚀',
    '#buildinpublic'
  ],
  de: [
    'Wie man bessere Besprechungen führt',
    'Wärmepumpen im Altbau',
    'Mieten oder kaufen?',
    'Bewerbungsgespräche',
    'Steuererklärung',
    'Unser neuer Laden in Köln',
    'Kundenbindung'
  ],
  fr: [
    'Comment fixer ses prix',
    'Louer ou acheter ?',
    'Gestion du temps',
    'Notre nouvelle boutique à Lyon',
    'Télétravail',
    "L'assurance habitation"
  ],
  es: [
    'Cómo fijar precios',
    '¿Alquilar o comprar?',
    'Gestión del tiempo',
    'Nuestra nueva tienda en Sevilla',
    'Contratación',
    'La jubilación de los autónomos'
  ],
  it: ['Come ridurre i costi della casa', 'Gestione del tempo in azienda'],
  pt: ['Como definir preços para os clientes', 'Gestão do tempo'],
  nl: ['Thuiswerken voor beginners', 'Een nieuwe winkel in het centrum'],
  ja: ['日本語のトピック'],
  ru: ['Как провести встречу'],
  ar: ['الذكاء الاصطناعي']
}

t.test(
  'the language of a topic shows in its words, letters and endings; English where nothing shows another one',
  async t => {
    for (const [language, topics] of Object.entries(ofLanguage))
      for (const topic of topics) t.equal(detectLanguage([topic]), language, topic)
  }
)

/** Topics with their audiences, written after the rules were done and not edited since; `other` are languages that are not written. */
const fresh: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['Zero-waste kitchens', 'home cooks'],
    ['Onboarding interns', 'HR managers'],
    ['Notion templates', 'students'],
    ['Dealing with late invoices', 'freelancers'],
    ['Rust vs Go', 'backend engineers'],
    ['Pelvic floor training', 'new mothers'],
    ['Our Berlin office is open', 'customers'],
    ['Croissant lamination', 'bakers'],
    ['Salsa classes', 'beginners'],
    ['GDPR fines', 'marketers'],
    ['Pre-seed funding', 'founders'],
    ['Ansible playbooks', 'sysadmins'],
    ['Tapas at home', 'foodies'],
    ['Vintage Leica lenses', 'photographers'],
    ['Nordic walking', 'retirees']
  ],
  de: [
    ['Balkonkraftwerke', 'Mieter'],
    ['Krankenversicherung für Selbstständige', 'Gründer'],
    ['Der erste Arbeitstag', 'Auszubildende'],
    ['Rückenschmerzen im Büro', 'Angestellte'],
    ['Datenschutz im Verein', 'Vorstände'],
    ['Hofladen', 'Kunden'],
    ['Elternzeit planen', 'werdende Eltern'],
    ['Wie wir Papier sparen', 'Mitarbeiter'],
    ['Nachfolge im Handwerk', 'Meisterbetriebe'],
    ['Mülltrennung', 'Hausverwaltungen']
  ],
  fr: [
    ['Réunions efficaces', 'managers'],
    ['La facturation électronique', 'artisans'],
    ['Préparer son déménagement', 'familles'],
    ['Compost en ville', 'habitants'],
    ['Pourquoi nous fermons le lundi', 'clients'],
    ['Assurance vie', 'retraités'],
    ['Cidre fermier', 'gourmets'],
    ['Nos nouveaux horaires', 'clients'],
    ['Prise de parole en public', 'étudiants'],
    ['Vélo cargo', 'parents']
  ],
  es: [
    ['Huertos urbanos', 'vecinos'],
    ['Factura electrónica', 'autónomos'],
    ['Cómo preparar una mudanza', 'familias'],
    ['Reuniones más cortas', 'jefes de equipo'],
    ['Abrimos los domingos', 'clientes'],
    ['Marca personal', 'profesionales'],
    ['Aceite de oliva', 'cocineros'],
    ['Nuestro primer año', 'clientes'],
    ['Comercio local', 'ayuntamientos'],
    ['Dormir mejor', 'padres']
  ],
  other: [
    ['Gestire le riunioni', 'manager'],
    ['Il nostro primo anno', 'clienti'],
    ['Reuniões mais curtas', 'gestores'],
    ['Poupar energia em casa', 'famílias'],
    ['Kortere vergaderingen', 'leidinggevenden'],
    ['Ons eerste jaar', 'klanten'],
    ['Krótsze spotkania', 'menedżerowie'],
    ['Kortare möten på jobbet', 'chefer'],
    ['Daha kısa toplantılar', 'yöneticiler'],
    ['Kratší porady', 'manažeři']
  ]
}

t.test('of fresh topics of one to five words, the English ones are all read rightly, and 46 of 55 in all', async t => {
  const isRight = (language: string, texts: readonly string[]) => {
    const found = detectLanguage(texts)
    return language === 'other' ? !['en', 'de', 'fr', 'es'].includes(found) : found === language
  }
  const right = Object.fromEntries(
    Object.entries(fresh).map(([language, all]) => [language, all.filter(texts => isRight(language, texts)).length])
  )
  t.equal(right.en, 15)
  const total = Object.values(right).reduce((sum, count) => sum + count, 0)
  t.ok(total >= 46, JSON.stringify(right))
})

t.test('a text has the language of topic and points', async t => {
  const { run } = testContext(product)
  const base = { platform: 'linkedin', hashtags: 0 }
  const text = async (input: object) => (await run('synthesize', { ...base, ...input })).detail.posts[0]?.text
  t.equal(
    await text({
      topic: 'Wärmepumpen im Altbau',
      audience: 'Hausbesitzer',
      points: ['Unsere läuft seit 2021 mit 55 °C', 'Der Strom kostet 90 Euro im Monat']
    }),
    'Wärmepumpen im Altbau: zwei Punkte für Hausbesitzer.\n\n1. Unsere läuft seit 2021 mit 55 °C.\n2. Der Strom ' +
      'kostet 90 Euro im Monat.\n\nWas würden Sie zu „Wärmepumpen im Altbau“ ergänzen?'
  )
  t.equal(
    await text({
      topic: 'Gestion du temps',
      audience: 'les artisans',
      points: ['Nous fermons le vendredi à midi', 'Les devis partent le mardi'],
      goal: 'sell'
    }),
    'Gestion du temps : deux points pour les artisans.\n\n1. Nous fermons le vendredi à midi.\n2. Les devis ' +
      "partent le mardi.\n\nSi vous souhaitez de l'aide sur « Gestion du temps », écrivez-moi."
  )
  t.equal(
    await text({
      topic: 'Gestión del tiempo',
      audience: 'autónomos',
      points: ['Cerramos los viernes a mediodía', 'Los presupuestos salen el martes'],
      tone: 'bold'
    }),
    'Gestión del tiempo: dos puntos para autónomos.\n\n1. Cerramos los viernes a mediodía.\n2. Los presupuestos ' +
      'salen el martes.\n\n¿En qué no está de acuerdo sobre «Gestión del tiempo»?'
  )
})

t.test('an outline and a brief have the language of the topic', async t => {
  const { run } = testContext(product)
  const { detail } = await run('synthesize', {
    topic: 'Wärmepumpen im Altbau',
    platform: 'x',
    audience: 'Hausbesitzer'
  })
  t.match(detail, { language: 'de', kind: 'outline' })
  t.match(detail.posts[0]?.text, /^Gliederung, kein fertiger Text: Wärmepumpen im Altbau\. Für Hausbesitzer\./)
  t.match(detail.missing?.[0]?.question, 'Wer hat mit „Wärmepumpen im Altbau“ zu tun')
  const brief = (await run('brief', { topic: 'Louer ou acheter ?' })).detail
  t.match(brief, { language: 'fr', intent: 'comparison' })
  t.match(brief.outline, [{}, {}, { heading: 'Pour Louer' }, { heading: 'Pour acheter' }])
  const fresh = testContext(product)
  t.match(
    (await fresh.run('brief', { keywords: 'gestión del tiempo', points: 'Nuestra tienda cierra los lunes' })).detail,
    {
      language: 'es',
      basis: 'discovery',
      cta: '¿Qué le gustaría que le explicaran?'
    }
  )
})

t.test(
  'another language is refused, with what to send; language gets English, German, French or Spanish around it',
  async t => {
    const { run, storage } = testContext(product)
    const topic = 'Come ridurre i costi della casa'
    const issue = {
      pointer: '#/topic',
      code: 'language_not_supported',
      detail: 'is in Italian, which is not written here',
      fix: /English, German, French or Spanish/
    }
    const base = { topic, platform: 'linkedin', audience: 'famiglie' }
    await t.rejects(run('synthesize', base), { name: 'InvalidInput', issues: [issue] })
    await t.rejects(run('brief', { topic }), { name: 'InvalidInput', issues: [issue] })
    t.strictSame(await storage.list(''), [])
    t.match((await run('synthesize', { ...base, language: 'es' })).detail, { language: 'es', kind: 'outline' })
  }
)

t.test('a model writes any language, and what it leaves is an error, not a text in another language', async t => {
  const topic = 'Come ridurre i costi della casa'
  const input = { topic, platform: 'linkedin', audience: 'famiglie', points: ['La nostra caldaia ha 20 anni'] }
  const good = {
    hook: 'Come ridurre i costi della casa? La nostra caldaia ha 20 anni.',
    paragraphs: ['La caldaia è il primo costo della casa.'],
    closing: 'Quanti anni ha la vostra?'
  }
  const asked: Readonly<Record<string, string>>[] = []
  const write = (draft: object) =>
    testContext(product, {
      model: {
        ask(_instructions, data) {
          asked.push(data)
          return { drafts: [draft] }
        }
      }
    }).run('synthesize', input)
  t.match((await write(good)).detail, { engine: 'model', language: 'it' })
  t.match(asked, [{ language: 'Italian' }])
  t.match(await write({ ...good, paragraphs: ['Studies show that it helps.'] }), {
    ok: false,
    detail: { language: 'it', error: { code: 'language_not_written', retryable: false } }
  })
  const english = {
    hook: 'How to lower the costs of your house.',
    paragraphs: ['The boiler is the first thing that you should look at, and we have had ours for 20 years.'],
    closing: 'What about yours?'
  }
  t.match(await write(english), { ok: false, detail: { error: { code: 'language_not_written' } } })
})
