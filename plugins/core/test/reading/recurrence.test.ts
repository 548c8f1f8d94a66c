import t from 'tap'
import { recurrenceIn } from '../../dist/reading/recurrence.js'

t.test('days and a time at the beginning or the end of a text say when its rest is to be done', async t => {
  for (const [text, cron, rest] of [
    ['Each morning at 7:30, show my notes', '30 7 * * *', 'show my notes'],
    ['please, every day at noon show my notes', '0 12 * * *', 'show my notes'],
    ['show my notes every day at 8', '0 8 * * *', 'show my notes'],
    ['show my notes daily at 8 a.m.', '0 8 * * *', 'show my notes'],
    ['show my notes, every weekday at 9 o’clock, please.', '0 9 * * 1,2,3,4,5', 'show my notes'],
    ['at midnight every single day show my notes', '0 0 * * *', 'show my notes'],
    ['show my notes at 17.15 on Mondays', '15 17 * * 1', 'show my notes'],
    ['show my notes each Monday at 9:30', '30 9 * * 1', 'show my notes'],
    ['show my notes every Monday, Wednesday and every Sunday at 9', '0 9 * * 0,1,3', 'show my notes'],
    ['every Friday afternoon at five show my notes', '0 17 * * 5', 'show my notes'],
    ['every evening at 8 show my notes', '0 20 * * *', 'show my notes'],
    ['every night at 2 show my notes', '0 2 * * *', 'show my notes'],
    ['nightly at 11 show my notes', '0 23 * * *', 'show my notes'],
    ['show my notes every day at 6 in the evening', '0 18 * * *', 'show my notes'],
    ['every weekend at 12pm show my notes', '0 12 * * 0,6', 'show my notes'],
    ['jeden Morgen um 8 Uhr zeige meine Notizen', '0 8 * * *', 'zeige meine Notizen'],
    ['zeige meine Notizen, täglich um 17:00 Uhr', '0 17 * * *', 'zeige meine Notizen'],
    ['montags um 9:30 zeige meine Notizen', '30 9 * * 1', 'zeige meine Notizen'],
    ['chaque matin à 8h30, montre mes notes', '30 8 * * *', 'montre mes notes'],
    ['montre mes notes tous les lundis à 9 h', '0 9 * * 1', 'montre mes notes'],
    ['cada mañana a las 8 muestra mis notas', '0 8 * * *', 'muestra mis notas'],
    ['muestra mis notas todos los días a las 8:15 de la noche', '15 20 * * *', 'muestra mis notas']
  ] as const) {
    const { cron: found, rest: left, timezone } = recurrenceIn(text) ?? {}
    t.strictSame({ found, left, timezone }, { found: cron, left: rest, timezone: 'UTC' }, text)
  }
})

t.test('the time zone is the one that is named, and a person is told where none is', async t => {
  t.match(recurrenceIn('every day at 8 Europe/Berlin show my notes'), {
    timezone: 'Europe/Berlin',
    words: 'every day at 08:00 Europe/Berlin'
  })
  t.equal(recurrenceIn('show my notes every Monday and Friday at 8 UTC')?.words, 'every Monday and Friday at 08:00 UTC')
  t.match(recurrenceIn('show my notes every weekday at 8')?.words, 'every weekday at 08:00 UTC (no time zone is named)')
})

t.test('a text that does not say one time of known days, or says more, is not read', async t => {
  for (const text of [
    'show my notes every morning',
    'show my notes at 8',
    'every hour show my notes',
    'every second Tuesday at 9 show my notes',
    'show my notes every day at 8 and at 9',
    'show my notes every day at 8 for two weeks',
    'every day at 8 show my notes every Friday',
    'on the first of each month at 9 show my notes',
    'every morning at 17:00 show my notes',
    'every morning at 12 show my notes',
    'every evening at 8 in the morning show my notes',
    'every day and Monday at 8 show my notes',
    'every Monday night at 2 show my notes',
    'every day at 25 show my notes',
    'every day at 13pm show my notes',
    'every day at 8:75 show my notes',
    'every day at 8 Europe/Nowhere show my notes',
    'remember "show it every day at 8"',
    'every day at 8'
  ])
    t.equal(recurrenceIn(text), undefined, text)
})
