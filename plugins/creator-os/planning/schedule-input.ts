import { type Static, Type } from '@product-host/sdk'
import { platformsForm } from '../actions/fields.js'
import { type ListForm, textList } from '../text/lists.js'

const mostItems = 60
const longestTitle = 200
/** Dates without a post. */
export const avoidForm: ListForm = { maxItems: 60, maxLength: 10, separator: /[,\n]/ }

const Item = Type.Union([
  Type.String({ maxLength: longestTitle }),
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: longestTitle }),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
    draftId: Type.Optional(Type.String({ maxLength: 64, description: 'A draft of synthesize.' }))
  })
])

const Result = Type.Object({
  platform: Type.String({ minLength: 1, maxLength: 64 }),
  at: Type.String({ format: 'date-time', description: 'When the post went out.' }),
  engagementRate: Type.Number({
    minimum: 0,
    maximum: 1000,
    description: 'In any unit, the same for all results of a platform.'
  })
})

/** What `schedule` is sent. */
export const ScheduleInput = Type.Object({
  platforms: Type.Optional(
    textList(
      platformsForm,
      'Where to post: an array, or one text with commas. The platforms of unplanned drafts, or else linkedin and x, when left out.'
    )
  ),
  platform: Type.Optional(Type.String({ maxLength: 64, description: 'One platform, in place of platforms.' })),
  perWeek: Type.Optional(Type.Integer({ minimum: 1, maximum: 21, description: 'Posts a week on each platform.' })),
  weeks: Type.Integer({ minimum: 1, maximum: 8, default: 2 }),
  startDate: Type.Optional(
    Type.String({ format: 'date', description: 'First day of the plan; tomorrow when left out.' })
  ),
  timezone: Type.String({ minLength: 1, maxLength: 64, default: 'Europe/London', description: 'IANA name.' }),
  items: Type.Optional(
    Type.Array(Item, {
      maxItems: mostItems,
      description: 'What to post. Free slots, filled by unplanned drafts, when left out.'
    })
  ),
  avoidDates: Type.Optional(textList(avoidForm, 'Dates without a post, such as 2026-12-25.')),
  quietHours: Type.String({
    default: '21-07',
    pattern: '^([01]?[0-9]|2[0-4])-([01]?[0-9]|2[0-4])$',
    description: 'Local hours without a post, over midnight too; 0-0 for none.'
  }),
  minGapHours: Type.Integer({
    minimum: 0,
    maximum: 336,
    default: 20,
    description: 'Between two posts on the same platform.'
  }),
  ics: Type.Boolean({ default: true, description: 'Whether the answer holds the plan as an iCalendar file.' }),
  results: Type.Optional(
    Type.Array(Result, { maxItems: 200, description: 'How posts did; times are learnt from them.' })
  ),
  replace: Type.Boolean({
    default: false,
    description: 'Drops what is planned on these platforms from now on and plans anew.'
  })
})
/** What `schedule` is sent, as `run` gets it. */
export type ScheduleInput = Static<typeof ScheduleInput>
