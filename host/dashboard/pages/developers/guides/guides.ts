import { agentSections } from './agents.js'
import { errorSections } from './errors.js'
import { paginationSections } from './pagination.js'
import { requestSections } from './requests.js'
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
    slug: 'requests',
    title: 'Requests and responses',
    about: 'The format of requests and responses, the routes of the API, and the limits.',
    sections: requestSections
  },
  {
    slug: 'errors',
    title: 'Errors',
    about: 'The format of error responses, all codes, and what to do about them.',
    sections: errorSections
  },
  {
    slug: 'retries',
    title: 'Retries and idempotency',
    about: 'When to send a request again, and what the header Idempotency-Key does.',
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
    about: 'How to receive the events that products send, and how to verify their signatures.',
    sections: webhookSections
  },
  {
    slug: 'agents',
    title: 'Connect an agent',
    about: 'How to connect a client in which your agent runs, such as Claude, over the Model Context Protocol (MCP).',
    sections: agentSections
  }
]
