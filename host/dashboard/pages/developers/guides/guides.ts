import { errorSections } from './errors.js'
import { paginationSections } from './pagination.js'
import { retrySections } from './retries.js'
import type { GuideSection } from './section.js'
import { webhookSections } from './webhooks.js'

/** A guide about one subject that concerns all products. */
interface GuidePage {
  /** The last part of its address, which never changes. */
  readonly slug: string
  readonly title: string
  /** What a reader knows afterwards, in one sentence. */
  readonly about: string
  readonly sections: readonly GuideSection[]
}

/** Every guide, in the order of the list. */
export const guides: readonly GuidePage[] = [
  {
    slug: 'errors',
    title: 'Errors',
    about: 'The format of error responses, every code, and what to do about each status.',
    sections: errorSections
  },
  {
    slug: 'retries',
    title: 'Retries and idempotency',
    about: 'When to repeat a request, how long to wait, and how to make sure that an action runs only once.',
    sections: retrySections
  },
  {
    slug: 'pagination',
    title: 'Pagination',
    about: 'How to read a long list page by page.',
    sections: paginationSections
  },
  {
    slug: 'webhooks',
    title: 'Webhooks',
    about: 'Which events products send, with payloads, signatures and retry times.',
    sections: webhookSections
  }
]
