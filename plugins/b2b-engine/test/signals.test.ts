import t from 'tap'
import { splitSignals } from '../dist/input.js'
import { itemsOf, patternsFor, tablePhrases } from '../dist/scoring/lexicon.js'
import { labelledPhrases } from '../dist/scoring/phrases.js'
import { readPhrase } from '../dist/scoring/read.js'
import { groups, meanings } from '../dist/scoring/weights.js'

const now = Date.UTC(2026, 0, 1)

/** What a phrase says: "trigger 14", "not trigger -8.4". */
function said(phrase: string): readonly string[] {
  return readPhrase(phrase, now).map(
    ({ group, worth, isDenied }) => `${isDenied ? 'not ' : ''}${group} ${Math.round(worth * 100) / 100 + 0}`
  )
}

/** The meanings of a phrase. */
function meant(phrase: string): readonly string[] {
  return readPhrase(phrase, now).map(({ id, isDenied }) => `${isDenied ? 'not ' : ''}${id}`)
}

t.test('every phrase of the table is read as it is labelled', async t => {
  const phrases = [...tablePhrases()]
  t.ok(phrases.length > 4000, `${phrases.length} phrases`)
  const misread = phrases.filter(
    ({ phrase, row }) => !readPhrase(phrase, now).some(({ id, isDenied }) => id === row.meaning && !isDenied)
  )
  t.strictSame(
    misread.map(({ phrase, row }) => `${phrase}: ${row.meaning}`),
    []
  )
})

t.test('every label agrees with its meaning, and every language has at least 300 phrases', async t => {
  for (const { meaning, polarity } of labelledPhrases) {
    const { group, points } = meanings[meaning]
    const worth = groups[group].dimension === 'risk' ? -points : points
    t.equal(Math.sign(worth), polarity === 'for' ? 1 : polarity === 'against' ? -1 : 0, `${meaning} is ${polarity}`)
  }
  const counts = Object.groupBy(tablePhrases(), ({ language }) => language)
  for (const language of ['en', 'de', 'fr', 'es'] as const) t.ok((counts[language]?.length ?? 0) >= 300, language)
})

t.test('every meaning but those of no labelled phrase has phrases', async t => {
  const used = new Set(labelledPhrases.map(({ meaning }) => meaning))
  t.strictSame(
    Object.keys(meanings).filter(name => !used.has(name as keyof typeof meanings)),
    ['no_tool', 'wording_for', 'wording_against']
  )
})

t.test('every group but the penalty and the wording has an example', async t => {
  t.strictSame(
    Object.entries(groups)
      .filter(([, group]) => !('example' in group))
      .map(([name]) => name),
    ['wording', 'penalty']
  )
})

t.test('an event that failed is not the event', async t => {
  t.strictSame(meant('no-show at demo'), ['fell_through'])
  t.strictSame(meant('trial expired without use'), ['fell_through'])
  t.strictSame(meant('demo cancelled'), ['fell_through'])
  t.strictSame(said('expansion postponed'), ['timing -20'])
  t.strictSame(meant('booked a demo but did not show up'), ['fell_through'])
  t.strictSame(meant('zur Demo nicht erschienen'), ['fell_through'])
  t.strictSame(meant("n'est pas venu à la démo"), ['fell_through'])
  t.strictSame(meant('no se presentó a la demo'), ['fell_through'])
})

t.test('people who have left, had a role or work elsewhere are not contacts at the top', async t => {
  t.strictSame(meant('CTO left the company'), ['contact_left'])
  t.strictSame(said('former CEO'), ['access 0'])
  t.strictSame(meant('works at a competitor'), ['works_for_competitor'])
  t.strictSame(meant('Geschäftsführer hat das Unternehmen verlassen'), ['contact_left'])
  t.strictSame(meant('ancien PDG'), ['contact_former'])
  t.strictSame(meant('trabaja para la competencia'), ['works_for_competitor'])
})

t.test('a word that names something else is not taken for a signal', async t => {
  t.strictSame(meant('hiring manager replied'), ['replied'])
  for (const phrase of ['rehiring', 'clinical trials', 'open source', 'democracy', 'international', 'seasoned'])
    t.strictSame(said(phrase), [], phrase)
})

t.test('what is not understood is never guessed: a subject beside an unknown word says nothing', async t => {
  t.strictSame(said('demo zorbled'), [])
  t.strictSame(said('the CEO plays golf'), [])
  t.strictSame(said('webinar glitched'), [])
  t.strictSame(said('likes golf'), [])
  t.strictSame(said('the CTO will arrive'), [])
  t.strictSame(meant('demo for the warehouse crew'), ['demo'])
  t.strictSame(meant('webinar with Initech'), ['event'])
})

t.test('no words are read for a lead and against it at once', async t => {
  const sides = new Map<string, ReadonlySet<string>>()
  for (const { phrase } of tablePhrases())
    for (const { needs, rows } of patternsFor(itemsOf(phrase))) {
      const words = needs.map(classes => [...classes].join('/')).join(' ')
      sides.set(words, new Set(rows.map(({ polarity }) => polarity)))
    }
  t.strictSame(
    [...sides].filter(([, polarities]) => polarities.size > 1).map(([words]) => words),
    []
  )
})

t.test('a tool in use is one that goes with ours, and a vendor that was chosen is a competitor', async t => {
  t.strictSame(meant('uses Slack'), ['complement'])
  t.strictSame(meant('chose Salesforce'), ['competitor'])
  t.strictSame(meant('uses a competitor'), ['competitor'])
})

t.test('a tool that is not in use speaks neither for a lead nor against it, and hides nothing else', async t => {
  for (const phrase of [
    'does not use HubSpot',
    'no Slack',
    'nutzt HubSpot nicht',
    "n'utilise pas Sellsy",
    'no tienen CRM'
  ])
    t.strictSame(meant(phrase), ['no_tool'], phrase)
  t.strictSame(meant('does not use HubSpot and wants a demo'), ['demo'])
  t.strictSame(meant('wants a demo and does not use HubSpot'), ['demo'])
  t.strictSame(meant('no budget for HubSpot'), ['no_budget'])
  t.strictSame(meant('budget not in place for HubSpot'), ['no_budget'])
  t.strictSame(meant('no contract with Salesforce'), ['dissatisfied'])
  t.strictSame(meant('does not use our product'), ['no_need'])
})

t.test('a tool that is no longer in use was given up', async t => {
  for (const phrase of [
    'no longer uses HubSpot',
    'stopped using Salesforce',
    'does not use HubSpot any more',
    "doesn't use Slack anymore",
    'no longer a Zendesk customer',
    'Slack is no longer in use',
    'nutzt HubSpot nicht mehr',
    'haben kein SAP mehr',
    "n'a plus Salesforce",
    "n'ont plus de CRM",
    'ya no usa HubSpot',
    'ya no tienen CRM'
  ])
    t.strictSame(meant(phrase), ['dissatisfied'], phrase)
  t.strictSame(meant('no longer uses HubSpot and wants a demo'), ['demo', 'dissatisfied'])
})

t.test('news of a competitor are not those of the lead', async t => {
  t.strictSame(meant('our competitor raised a series C'), [])
  t.strictSame(meant('competitor announced layoffs'), [])
  t.strictSame(meant('Wettbewerber stellt ein'), [])
  t.strictSame(meant('raised a series C to beat a competitor'), ['funding_late', 'funding'])
})

t.test('news of others are not those of the lead', async t => {
  for (const phrase of [
    'the firm next door closed',
    'another customer of ours cancelled',
    'der Nachbar ist insolvent',
    "l'entreprise d'à côté licencie",
    'otro cliente nuestro canceló'
  ])
    t.strictSame(meant(phrase), [], phrase)
})

t.test('what turned round speaks the other way', async t => {
  const turned = {
    'the freeze on hiring is over': 'unblocked',
    'all objections cleared': 'unblocked',
    'our biggest critic resigned': 'unblocked',
    'no longer happy with their agency': 'dissatisfied',
    'stopped using Globex': 'dissatisfied',
    'decided against building it themselves': 'has_need',
    'Einstellungsstopp ist vorbei': 'unblocked',
    "n'est plus satisfait de son fournisseur": 'dissatisfied',
    'ya no es escéptico': 'unblocked',
    'uses a competitor but the contract ends in May': 'renewal',
    'remains keen despite the delay': 'interested'
  }
  for (const [phrase, id] of Object.entries(turned)) t.strictSame(meant(phrase), [id], phrase)
  t.strictSame(meant('signed a three-year deal with Globex'), ['competitor'])
  t.strictSame(meant('unhappy with our service'), ['complaint'])
})

t.test('an opinion beside an unknown word is not one of the seller', async t => {
  t.strictSame(meant('the weather was awful'), [])
  t.strictSame(meant('product is awful'), ['complaint'])
  t.strictSame(meant('awful'), ['complaint'])
})

t.test('abbreviations of notes are read as the words that they stand for', async t => {
  t.strictSame(meant('mtg booked w/ CFO next Tue'), meant('meeting booked with CFO next Tuesday'))
  t.strictSame(meant('w/o budget'), meant('without budget'))
  t.strictSame(meant('mtg resched twice'), meant('meeting rescheduled twice'))
})

t.test('the more specific phrase is taken', async t => {
  t.strictSame(said('hiring freeze'), ['penalty 15'])
  t.strictSame(said('opened a new office'), ['trigger 14'])
  t.strictSame(said('opened the email'), ['engagement 3'])
  t.strictSame(meant('hired a new CTO'), ['new_executive'])
  t.strictSame(said('pricing page'), ['ask 25'])
  t.strictSame(said('asked about pricing'), ['ask 45'])
  t.strictSame(said('renewal next year'), ['timing 5'])
  t.strictSame(said('managing director'), ['access 15'])
  t.strictSame(said('no budget approved'), ['penalty 25'])
  t.strictSame(meant('contract with a competitor ends in May'), ['renewal'])
  t.strictSame(meant('signed with a competitor'), ['competitor'])
})

t.test('a phrase counts once a group, and in several groups', async t => {
  t.strictSame(said('CTO opened email'), ['engagement 3', 'access 15'])
  t.strictSame(meant('raised series B'), ['series_b', 'funding'])
})

t.test('a denial turns round what it denies', async t => {
  t.strictSame(said('not hiring'), ['not trigger -8.4'])
  t.strictSame(meant('stopped hiring'), ['hiring_freeze'])
  t.strictSame(said('not expanding into Spain'), ['not trigger -8.4'])
  t.strictSame(meant("they haven't replied"), ['silent'])
  t.strictSame(meant('they haven’t replied'), ['silent'])
  t.strictSame(said('no referral'), ['not referral -9'])
  t.strictSame(meant('declined the demo'), ['fell_through'])
  t.strictSame(said('keine Expansion'), ['not trigger -8.4'])
  t.strictSame(said('signed without a discount'), ['ask 70'])
})

t.test('the end of a tender, time lost and a vendor that stays are read by what they are about', async t => {
  t.strictSame(meant('tender closes on the 14th'), ['tender'])
  t.strictSame(meant('spends 3 days a month on reconciliation'), ['manual'])
  t.strictSame(meant('they are going to stay on spreadsheets'), ['satisfied_elsewhere'])
  t.strictSame(meant('keeps dodging the pricing question'), ['complaint'])
})

t.test('a contrast begins a new clause, and what the last one says against the lead counts', async t => {
  t.strictSame(meant('no demo but hiring'), ['fell_through', 'hiring'])
  t.strictSame(meant('great demo but went with a competitor'), ['competitor'])
  t.strictSame(meant('tolle Demo, aber kein Budget'), ['no_budget'])
})

t.test('what speaks against a lead and is denied says nothing', async t => {
  t.strictSame(said('no layoffs'), ['not penalty 0'])
  t.strictSame(said('no hiring freeze'), ['not penalty 0'])
  t.strictSame(said('not insolvent'), ['not penalty 0'])
  t.strictSame(said('not a freelancer'), ['not size 0'])
})

t.test('the same words in another language mean the same', async t => {
  for (const phrase of ['requested a demo', 'bittet um eine Vorführung', 'a demandé une démo', 'ha pedido una demo'])
    t.strictSame(meant(phrase), ['demo'], phrase)
  for (const phrase of ['no budget', 'kein Budget', 'pas de budget', 'sin presupuesto'])
    t.strictSame(meant(phrase), ['no_budget'], phrase)
})

t.test('evidence fades by its half-life: 30 days for intent, 365 for fit', async t => {
  t.strictSame(said('hiring today'), ['trigger 14'])
  t.strictSame(said('hiring 30 days ago'), ['trigger 7'])
  t.strictSame(said('hiring a month ago'), ['trigger 7'])
  t.strictSame(said('hiring 2025-12-02'), ['trigger 7'])
  t.strictSame(said('hiring since last year'), ['trigger 14'])
  t.strictSame(said('profitable since 2022'), ['finance 12'])
  t.strictSame(said('recrute il y a 30 jours'), ['trigger 7'])
  t.strictSame(said('expandiert seit letztem Jahr'), ['trigger 14'])
  t.strictSame(said('Einstellungen vor 30 Tagen'), ['trigger 7'])
  t.strictSame(said('series A last year'), ['finance 7.5'])
  t.strictSame(said('series A 365 days ago'), ['finance 7.5'])
  t.strictSame(said('renewal 2027-03-01'), ['timing 20'])
  t.strictSame(said('series A in Q3 2025'), ['finance 11.54'])
  t.strictSame(said('series A in March 2025'), ['finance 8.64'])
  t.strictSame(said('series A in 2024'), ['finance 5.3'])
  t.strictSame(said('unsubscribed 3 years ago'), ['penalty 100'])
})

t.test('numbers of employees', async t => {
  const sizes = {
    '1200 employees': 25,
    '1.2k staff': 25,
    'headcount 1.5k': 25,
    'headcount: 80': 15,
    '250 employees': 20,
    '200-500 people': 20,
    '250-person company': 20,
    '1.500 Mitarbeiter': 25,
    '1 500 salariés': 25,
    '300 empleados': 20,
    'team of 60': 15,
    '12 FTEs': 8,
    '5 employees': 0,
    '1 employee': -10
  }
  for (const [phrase, points] of Object.entries(sizes)) t.strictSame(said(phrase), [`size ${points}`], phrase)
  t.strictSame(said('hiring 200 people'), ['trigger 14'])
  t.strictSame(said('laid off 300 employees'), ['penalty 15'])
})

t.test('signals are split at commas, semicolons and lines, and not within numbers', async t => {
  t.strictSame(splitSignals('1,200 employees; hiring ,\nRaised  series B,,'), [
    '1200 employees',
    'hiring',
    'Raised series B'
  ])
  t.strictSame(splitSignals('1,250,000 users'), ['1250000 users'])
  t.strictSame(splitSignals('founded 2019,250 employees'), ['founded 2019', '250 employees'])
  t.strictSame(splitSignals('hiring, Hiring, hiring'), ['hiring'])
  t.strictSame(splitSignals(' '), [])
})
