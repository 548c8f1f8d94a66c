import { type SettingFamilies, Type } from '@product-host/sdk'

/** A name within a setting's name: lower-case letters, digits and hyphens, 64 characters at most. */
const slug = '[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?'
const time = '(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?'
const event = 'lead\\.(?:created|routed)'
const ruleNumber = '(?:[1-9]|[1-4][0-9]|50)'

const yesOrNo = (otherwise: 'true' | 'false', title: string, description: string) =>
  Type.String({ enum: ['true', 'false'], default: otherwise, title, description })

const secretOf = (options: { pattern: string; maxLength: number; title: string; description: string }) =>
  Type.String({ ...options, writeOnly: true, sentTo: 'destination.*.url' })

/** 24 to 64 bytes in base64 (Standard Webhooks 1.0, "Signature scheme"). */
const signingSecret = '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$'

const families: SettingFamilies = {
  destination: { title: 'Destinations', description: 'Each is a place that leads are sent to, by its URL.' },
  owner: { title: 'Owners', description: 'Each is a person who gets leads.' },
  pool: { title: 'Pools', description: 'Each is a group of owners who take turns.' },
  rule: {
    title: 'Rules',
    description: 'Each says which leads go to which owner, pool or destination. The first rule that matches decides.',
    nameTitle: 'Number, from 1 to 50'
  }
}

/**
 * What an account may set: destinations, rules, pools, owners, the fallback when no rule matches, and how leads are taken
 * in.
 */
export const LeadconnectSettings = Type.Object(
  {
    sticky: yesOrNo(
      'true',
      'Keep the same owner',
      'If on, later leads of a person, or of a business domain, go to the owner of the first one.'
    ),
    dedupeHours: Type.String({
      pattern: '^(?:[0-9]|[1-9][0-9]|[1-6][0-9]{2}|7[01][0-9]|720)$',
      default: '24',
      title: 'Ignore a repeated lead for (hours)',
      description: '0 to 720. With 0, every repeat is taken.'
    }),
    strictDestinations: yesOrNo(
      'false',
      'Refuse leads whose destination has no URL',
      'If off, they are held until the URL is set.'
    ),
    rejectDisposable: yesOrNo(
      'false',
      'Refuse disposable e-mail addresses',
      'If on, leads with an address of a service for short-lived mailboxes are refused.'
    ),
    allowHttp: yesOrNo(
      'false',
      'Allow http:// destinations',
      'If on, URLs may begin with http://, which is not encrypted. If off, only https:// is allowed.'
    ),
    timezone: Type.String({
      default: 'Europe/London',
      title: 'Time zone',
      maxLength: 64,
      description: 'For rules about the hour or the weekday, and for owners without a time zone of their own.'
    }),
    'fallback.owner': Type.Optional(
      Type.String({
        pattern: `^${slug}$`,
        title: 'Fallback owner',
        description: 'Gets a lead if no rule matches, or nobody is available. One of the owners that you add.'
      })
    ),
    'fallback.destination': Type.Optional(
      Type.String({
        pattern: `^${slug}$`,
        title: 'Fallback destination',
        description:
          'Used when neither the matching rule nor the owner of the lead has a destination. One of the destinations that you add.'
      })
    )
  },
  {
    description: 'To get leads delivered, add a destination first. Owners, pools and rules are for teams.',
    'x-families': families,
    patternProperties: {
      [`^destination\\.${slug}\\.url$`]: Type.String({
        pattern: '^https?://',
        maxLength: 2048,
        title: 'URL',
        description: 'Where the leads of this destination are posted.'
      }),
      [`^destination\\.${slug}\\.secret$`]: secretOf({
        pattern: signingSecret,
        maxLength: 96,
        title: 'Signing secret',
        description: 'Signs deliveries: whsec_ and 24 to 64 bytes in base64.'
      }),
      [`^destination\\.${slug}\\.secretPrevious$`]: secretOf({
        pattern: signingSecret,
        maxLength: 96,
        title: 'Previous signing secret',
        description: 'The previous secret; while it is set, deliveries have both signatures.'
      }),
      [`^destination\\.${slug}\\.authorization$`]: secretOf({
        pattern: '^[ -~]+$',
        maxLength: 1024,
        title: 'Authorization header',
        description: 'Sent as the Authorization header.'
      }),
      [`^destination\\.${slug}\\.events$`]: Type.String({
        pattern: `^${event}(?: *, *${event})*$`,
        title: 'Events',
        description: 'The events that are delivered, separated by commas: lead.created, lead.routed. If empty: both.'
      }),
      [`^destination\\.${slug}\\.enabled$`]: Type.String({
        enum: ['true', 'false'],
        default: 'true',
        title: 'Enabled',
        description: 'While this is off, leads for this destination are held.'
      }),
      [`^destination\\.${slug}\\.timeoutMs$`]: Type.String({
        pattern: '^(?:[1-9][0-9]{3}|1[0-4][0-9]{3}|15000)$',
        title: 'Time-out (ms)',
        description: 'Milliseconds for one delivery, 1000 to 15000. If empty: 10000.'
      }),
      [`^owner\\.${slug}\\.active$`]: Type.String({
        enum: ['true', 'false'],
        default: 'true',
        title: 'Active',
        description: 'While this is off, the owner gets no leads.'
      }),
      [`^owner\\.${slug}\\.capacityPerDay$`]: Type.String({
        pattern: '^(?:0|[1-9][0-9]{0,5})$',
        title: 'Most leads a day',
        description: 'If empty: no limit.'
      }),
      [`^owner\\.${slug}\\.hours$`]: Type.String({
        pattern: `^${time}-(?:${time}|24(?::00)?)$`,
        title: 'Hours',
        description: 'When the owner gets leads, in the time zone of the owner: 09-17, 08:30-16:30 or 22-06.'
      }),
      [`^owner\\.${slug}\\.timezone$`]: Type.String({
        maxLength: 64,
        title: 'Time zone',
        description: 'For the hours and for the most leads a day.'
      }),
      [`^owner\\.${slug}\\.destination$`]: Type.String({
        pattern: `^${slug}$`,
        title: 'Destination',
        description:
          'Where the leads of this owner are delivered. If empty: the fallback destination, or else the inbox.'
      }),
      [`^pool\\.${slug}\\.members$`]: Type.String({
        pattern: `^${slug}(?::(?:[1-9][0-9]?|100))?(?: *, *${slug}(?::(?:[1-9][0-9]?|100))?)*$`,
        maxLength: 4096,
        title: 'Members',
        description: 'The owners who take turns, with their weights from 1 to 100, separated by commas: priya:2,tom:1.'
      }),
      [`^rule\\.${ruleNumber}\\.when$`]: Type.String({
        minLength: 1,
        maxLength: 2048,
        title: 'Condition',
        description: 'Such as country=GB,score>=70, or JSON Logic. If empty: every lead.'
      }),
      [`^rule\\.${ruleNumber}\\.to$`]: Type.String({
        pattern: `^(?:owner|pool|destination):${slug}$`,
        title: 'Goes to',
        description: 'Who or what gets the lead, such as owner:priya, pool:uk or destination:crm.'
      }),
      [`^rule\\.${ruleNumber}\\.name$`]: Type.String({
        minLength: 1,
        maxLength: 80,
        title: 'Name',
        description: 'What explanations call the rule.'
      })
    }
  }
)
