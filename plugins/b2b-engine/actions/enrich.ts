import { defineAction, Type, type View } from '@product-host/sdk'
import { readDomain } from '@product-host/toolkit/addresses'
import { rounded } from '@product-host/toolkit/numbers'
import { oneLine } from '@product-host/toolkit/text'
import { hostOfUrl } from '../addresses/address.js'
import { describeSubject, type Inquiry, mailHostOf, readInquiry } from '../addresses/describe.js'
import { MailRecordSource, readMailSetup } from '../addresses/mail-records.js'
import { Subject, summariseSubjects } from '../addresses/subject.js'
import { CompanyName, DomainText, EmailText, line, notADomain, notAUrl, refuse } from '../input.js'
import { type Lead, Leads } from '../records.js'
import intents from './intents.json' with { type: 'json' }

const latestLeads = 5

/** How an answer of enrich is shown. */
const enrichViews: readonly View[] = [
  {
    view: 'cards',
    items: '/subjects',
    heading: ['/input'],
    facts: [
      '/quality',
      '/company/name',
      '/person/name',
      '/email/class',
      '/domain/type',
      '/domain/country',
      '/dns/provider',
      '/flags'
    ]
  }
]

/** Describes an e-mail address, a domain or a company's name, each claim with its source. */
export const enrich = defineAction({
  title: 'Describe an address or a domain',
  description:
    'Reads an e-mail address, a domain or a URL: class, quality, typos, country, likely names, and with dns the ' +
    'mail provider and tools. Without fields, the five leads that were scored last.',
  effect: 'external',
  effectOf: ({ dns }) => (dns ? 'external' : 'read'),
  idempotent: true,
  input: Type.Object({
    email: Type.Optional(EmailText),
    domain: Type.Optional(DomainText),
    url: Type.Optional(
      line(
        'Website',
        2048,
        'An address of the company’s website, with or without https://. If Domain is filled in, it is ignored.'
      )
    ),
    companyName: Type.Optional(CompanyName),
    dns: Type.Boolean({
      title: 'Ask name servers',
      default: false,
      description:
        'If on, name servers are asked which mail provider and tools the domain uses (its MX, SPF and DMARC records).'
    })
  }),
  detail: Type.Object(
    {
      subjects: Type.Array(Subject, {
        title: 'Results',
        description: 'One for what was asked about, or one for each of the five leads scored last.'
      }),
      offline: Type.Boolean({
        title: 'Read offline',
        description: 'True if no name server was asked: all was read from the input and from lists.'
      })
    },
    { 'x-view': enrichViews }
  ),
  metrics: Type.Object({
    subjects: Type.Integer({
      title: 'Results',
      description: 'How many addresses, domains or companies were described.'
    }),
    quality: Type.Optional(
      Type.Number({
        title: 'Quality',
        description: 'The mean of the results, from 0 (unusable) to 100. Left out if none has a quality.'
      })
    ),
    business: Type.Integer({ title: 'Business addresses', description: 'Results of the class `business`.' }),
    free: Type.Integer({ title: 'Free addresses', description: 'Results of the class `free`.' }),
    disposable: Type.Integer({ title: 'Disposable addresses', description: 'Results of the class `disposable`.' }),
    lookups: Type.Integer({
      title: 'DNS queries',
      description: 'Questions to name servers in this call; 0 without `dns`, or if stored answers were used.'
    })
  }),
  examples: [
    { title: 'An address', input: { email: 'jane.smith@acme.co.uk' } },
    { title: 'A domain, with its mail records', input: { domain: 'acme.co.uk', dns: true } },
    { title: 'The leads that were scored last', input: {} }
  ],
  intents: intents.enrich,
  needs: { leads: Leads, mailRecords: MailRecordSource },

  async run({ dns, ...input }, { leads, mailRecords, signal }) {
    const inquiries = await inquiriesOf(input, leads)
    const found = await Promise.all(
      inquiries.map(async inquiry => {
        const reading = readInquiry(inquiry)
        const host = dns ? mailHostOf(reading) : undefined
        if (!host) return { subject: describeSubject(reading), lookups: 0 }
        const { records, lookups } = await mailRecords.of(host.host, host.name, signal)
        return { subject: describeSubject(reading, readMailSetup(records)), lookups }
      })
    )
    const subjects = found.map(({ subject }) => subject)
    const qualities = subjects.map(({ quality }) => quality).filter(quality => quality !== undefined)
    const lookups = found.reduce((sum, each) => sum + each.lookups, 0)
    return {
      summary: summariseSubjects(subjects),
      metrics: {
        subjects: subjects.length,
        ...(qualities.length > 0 && { quality: mean(qualities) }),
        business: countOf(subjects, 'business'),
        free: countOf(subjects, 'free'),
        disposable: countOf(subjects, 'disposable'),
        lookups
      },
      detail: { subjects, offline: subjects.every(subject => subject.dns === undefined) }
    }
  }
})

interface EnrichInput {
  readonly email?: string
  readonly domain?: string
  readonly url?: string
  readonly companyName?: string
}

/** The subjects of the request: the fields, else the leads that were scored last. A company's name alone means the lead of that name. */
async function inquiriesOf(
  { email, domain, url, companyName }: EnrichInput,
  leads: Leads
): Promise<readonly Inquiry[]> {
  const urlHost = url === undefined ? undefined : hostOfUrl(url.trim())
  refuse([
    domain !== undefined && !readDomain(domain) && notADomain,
    url !== undefined && !readDomain(urlHost ?? '') && notAUrl
  ])
  const site = domain ?? urlHost
  const company = companyName === undefined ? undefined : oneLine(companyName)
  if (email !== undefined || site !== undefined) return [{ email, domain: site?.trim(), company }]
  if (company === undefined) return (await leads.latest(latestLeads)).map(inquiryOf)
  const lead = await leads.find(await leads.slugOf(company))
  return [lead ? { ...inquiryOf(lead), company } : { company }]
}

function inquiryOf({ email, domain, company }: Lead): Inquiry {
  return { email, domain, company }
}

function countOf(subjects: readonly Subject[], mailboxClass: string): number {
  return subjects.filter(({ email, domain }) => (email?.class ?? domain?.type) === mailboxClass).length
}

function mean(numbers: readonly number[]): number {
  return rounded(numbers.reduce((sum, each) => sum + each, 0) / numbers.length, 1)
}
