import { CLOCK, defineAction, Type, type View } from '@product-host/sdk'
import { counted } from '@product-host/toolkit/numbers'
import { PlannedPost, shownEntry } from '../planning/entries.js'
import { Plans } from '../planning/plans.js'

const views: readonly View[] = [
  {
    view: 'calendar',
    items: '/entries',
    start: '/localTime',
    heading: ['/title', '/platformTitle'],
    text: ['/timeInWords']
  }
]

/** What is planned from today on; what the page of the product shows. */
export const planned_posts = defineAction({
  title: 'Planned posts',
  description: 'The next posts of the plan, in the time zone for which they were planned.',
  effect: 'read',
  internal: true,
  input: Type.Object({
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 30,
      title: 'Limit',
      description: 'How many of the next posts.'
    })
  }),
  detail: Type.Object({ entries: Type.Array(PlannedPost, { title: 'Posts' }) }, { 'x-view': views }),
  metrics: Type.Object({ entries: Type.Integer({ title: 'Posts' }), open: Type.Integer({ title: 'Free slots' }) }),
  examples: [{ title: 'The next posts', input: {} }],
  needs: { clock: CLOCK, plans: Plans },

  async run({ limit }, { clock, plans }) {
    const coming = await plans.from(clock.now())
    const entries = coming.slice(0, limit).map(entry => shownEntry(entry, entry.zone ?? 'UTC', false))
    const open = entries.filter(({ isOpen }) => isOpen).length
    return {
      summary: summaryOf(coming.length, open),
      metrics: { entries: coming.length, open },
      detail: { entries }
    }
  }
})

function summaryOf(posts: number, open: number): string {
  if (posts === 0) return 'Nothing is planned from now on.'
  const free = open === 0 ? '' : `; of the next ones ${counted(open, 'slot')} ${open === 1 ? 'is' : 'are'} free`
  return `${counted(posts, 'post')} ${posts === 1 ? 'is' : 'are'} planned from now on${free}.`
}
