/** Sizes of companies by their number of employees. */
export interface HeadcountBand {
  readonly id: string
  /** Fewest employees of the band. */
  readonly from: number
  readonly points: number
  readonly label: string
}

/** Source: the table of the scoring contract (README, "score_lead"); 2 to 9 people speak neither for nor against a lead. */
export const bands: readonly HeadcountBand[] = [
  { id: 'size_large', from: 1000, points: 25, label: '1,000 or more employees' },
  { id: 'size_middle', from: 200, points: 20, label: '200 to 999 employees' },
  { id: 'size_growing', from: 50, points: 15, label: '50 to 199 employees' },
  { id: 'size_small', from: 10, points: 8, label: '10 to 49 employees' },
  { id: 'size_tiny', from: 2, points: 0, label: '2 to 9 employees' },
  { id: 'size_solo', from: 0, points: -10, label: 'a one-person business' }
]

/** Words for people after a number. */
export const people: readonly string[] = [
  'employees',
  'employee',
  'staff',
  'people',
  'person',
  'persons',
  'fte',
  'ftes',
  'headcount',
  'seats',
  'workers',
  'team members'
]

/** Words before a number that make it one of people who come or go. */
export const movements: readonly string[] = [
  'hiring',
  'hire',
  'hired',
  'hires',
  'recruiting',
  'recruit',
  'adding',
  'add',
  'added',
  'laid off',
  'laying off',
  'lay off',
  'layoffs',
  'layoff',
  'cutting',
  'cut',
  'sacked',
  'invited',
  'met',
  'reached',
  'looking for'
]
