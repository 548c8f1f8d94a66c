import { Type } from '@product-host/sdk'

/** A name within a setting's name: lower-case letters, digits and hyphens, 64 characters at most. */
const slug = '[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?'
const time = '(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?'
const event = 'lead\\.(?:created|routed)'
const ruleNumber = '(?:[1-9]|[1-4][0-9]|50)'

const yesOrNo = (otherwise: 'true' | 'false', description: string) =>
  Type.String({ enum: ['true', 'false'], default: otherwise, description })

const secretOf = (options: { pattern: string; maxLength: number; description: string }) =>
  Type.String({ ...options, writeOnly: true, sentTo: 'destination.*.url' })

/** 24 to 64 bytes in base64 (Standard Webhooks 1.0, "Signature scheme"). */
const signingSecret = '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$'

/**
 * What an account may set: destinations, rules, pools, owners, the way out when no rule fits, and how leads are taken
 * in.
 */
export const LeadconnectSettings = Type.Object(
  {
    'fallback.owner': Type.Optional(
      Type.String({ pattern: `^${slug}$`, description: 'Who gets a lead that no rule gives to anyone.' })
    ),
    'fallback.destination': Type.Optional(
      Type.String({ pattern: `^${slug}$`, description: 'Where a lead goes that no rule sends anywhere.' })
    ),
    sticky: yesOrNo('true', 'Whether a person, and a business domain, keep their owner.'),
    dedupeHours: Type.String({
      pattern: '^(?:[0-9]|[1-9][0-9]|[1-6][0-9]{2}|7[01][0-9]|720)$',
      default: '24',
      description: 'Hours in which the same lead is taken once, 0 to 720; 0 takes it every time.'
    }),
    strictDestinations: yesOrNo('false', 'Whether a lead for a destination without an address is refused, not held.'),
    rejectDisposable: yesOrNo('false', 'Whether leads with a disposable e-mail address are refused.'),
    allowHttp: yesOrNo('false', 'Whether destinations may have plain http addresses.'),
    timezone: Type.String({
      default: 'Europe/London',
      maxLength: 64,
      description: 'The IANA time zone of the facts hour and weekday, and of owners without one.'
    })
  },
  {
    patternProperties: {
      [`^destination\\.${slug}\\.url$`]: Type.String({
        pattern: '^https?://',
        maxLength: 2048,
        description: 'Where the leads of this destination are posted.'
      }),
      [`^destination\\.${slug}\\.secret$`]: secretOf({
        pattern: signingSecret,
        maxLength: 96,
        description: 'Signs deliveries: whsec_ and 24 to 64 bytes in base64.'
      }),
      [`^destination\\.${slug}\\.secretPrevious$`]: secretOf({
        pattern: signingSecret,
        maxLength: 96,
        description: 'The secret before this one: while it is set, deliveries bear both signatures.'
      }),
      [`^destination\\.${slug}\\.authorization$`]: secretOf({
        pattern: '^[ -~]+$',
        maxLength: 1024,
        description: 'Sent as the Authorization header.'
      }),
      [`^destination\\.${slug}\\.events$`]: Type.String({
        pattern: `^${event}(?: *, *${event})*$`,
        description: 'The events that are delivered, by commas: lead.created, lead.routed; both when not set.'
      }),
      [`^destination\\.${slug}\\.enabled$`]: Type.String({
        enum: ['true', 'false'],
        description: 'While false, leads for this destination are held.'
      }),
      [`^destination\\.${slug}\\.timeoutMs$`]: Type.String({
        pattern: '^(?:[1-9][0-9]{3}|1[0-4][0-9]{3}|15000)$',
        description: 'Milliseconds for one delivery, 1000 to 15000; 10000 when not set.'
      }),
      [`^rule\\.${ruleNumber}\\.when$`]: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'JSON Logic, or a short form such as country=GB,score>=70.'
      }),
      [`^rule\\.${ruleNumber}\\.to$`]: Type.String({
        pattern: `^(?:owner|pool|destination):${slug}$`,
        description: 'Who or what gets the lead: owner:priya, pool:uk or destination:crm.'
      }),
      [`^rule\\.${ruleNumber}\\.name$`]: Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'What people call the rule.'
      }),
      [`^pool\\.${slug}\\.members$`]: Type.String({
        pattern: `^${slug}(?::(?:[1-9][0-9]?|100))?(?: *, *${slug}(?::(?:[1-9][0-9]?|100))?)*$`,
        maxLength: 4096,
        description: 'Owners and their weights from 1 to 100, by commas: priya:2,tom:1.'
      }),
      [`^owner\\.${slug}\\.active$`]: Type.String({
        enum: ['true', 'false'],
        description: 'While false, the owner gets no leads.'
      }),
      [`^owner\\.${slug}\\.capacityPerDay$`]: Type.String({
        pattern: '^(?:0|[1-9][0-9]{0,5})$',
        description: 'The most leads a day; without limit when not set.'
      }),
      [`^owner\\.${slug}\\.hours$`]: Type.String({
        pattern: `^${time}-(?:${time}|24(?::00)?)$`,
        description: 'When the owner takes leads, in the zone of the owner: 09-17, 08:30-16:30 or 22-06.'
      }),
      [`^owner\\.${slug}\\.timezone$`]: Type.String({
        maxLength: 64,
        description: 'The IANA time zone of hours and of the day that capacityPerDay counts.'
      }),
      [`^owner\\.${slug}\\.destination$`]: Type.String({
        pattern: `^${slug}$`,
        description:
          'Where the leads of this owner are delivered; fallback.destination when not set, or else the inbox.'
      })
    }
  }
)
