/** Times that have a name, in days: of a mean month (30), quarter (91) and year (365). */
export const daysAgo: Readonly<Record<string, number>> = {
  today: 0,
  'just now': 0,
  yesterday: 1,
  'this week': 0,
  'this month': 0,
  'this quarter': 0,
  'this year': 0,
  'last week': 7,
  'last month': 30,
  'last quarter': 91,
  'last year': 365
}

/** Days of the units of "3 months ago". */
export const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

/** Words of "a couple of weeks ago". */
export const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  'couple of': 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10
}

/** Months by their names, January 0. */
export const monthsByName: Readonly<Record<string, number>> = {
  january: 0,
  jan: 0,
  february: 1,
  feb: 1,
  march: 2,
  mar: 2,
  april: 3,
  apr: 3,
  may: 4,
  june: 5,
  jun: 5,
  july: 6,
  jul: 6,
  august: 7,
  aug: 7,
  september: 8,
  sept: 8,
  sep: 8,
  october: 9,
  oct: 9,
  november: 10,
  nov: 10,
  december: 11,
  dec: 11
}
