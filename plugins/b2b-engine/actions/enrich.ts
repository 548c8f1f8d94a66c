import { defineAction, Type } from '@product-host/sdk'
import { describeSubject } from '../addresses/describe.js'
import { hostOfUrl, readDomain } from '../addresses/domain.js'
import { type Inquiry, mailHostOf, readInquiry } from '../addresses/inquiry.js'
import { MailRecordSource } from '../addresses/mail-records.js'
import { readMailSetup } from '../addresses/mail-setup.js'
import { Subject } from '../addresses/subject.js'
import { summariseSubjects } from '../addresses/summary.js'
import { notADomain, notAUrl, refuse } from '../faults.js'
import { CompanyName, DomainText, EmailText, line, tidy } from '../fields.js'
import { type Lead, Leads } from '../leads.js'
import { rounded } from '../rounding.js'
import { slugOf } from '../slug.js'
import { enrichAsks } from './asks.js'

const latestLeads = 5

/** Says what an e-mail address, a domain or a company's name tells, each claim with its source. */
export const enrich = defineAction({
  title: 'Enrich an address or a domain',
  description:
    'Reads an e-mail address, a domain or a URL: class, quality, typos, country, likely names, and with dns the mail provider and tools. Without fields, the five leads that were scored last.',
  effect: 'external',
  effectOf: ({ dns }) => (dns ? 'external' : 'read'),
  idempotent: true,
  input: Type.Object({
    email: Type.Optional(EmailText),
    domain: Type.Optional(DomainText),
    url: Type.Optional(
      line(2048, 'An address of the company’s website, with or without https://; domain goes before it.')
    ),
    companyName: Type.Optional(CompanyName),
    dns: Type.Boolean({ default: false, description: 'Ask name servers for MX, SPF and DMARC.' })
  }),
  detail: Type.Object({
    subjects: Type.Array(Subject),
    offline: Type.Boolean({ description: 'Nobody was asked: all was read from the input and from lists.' })
  }),
  metrics: Type.Object({
    subjects: Type.Integer(),
    quality: Type.Optional(Type.Number({ description: 'The mean, where there is a subject with a quality.' })),
    business: Type.Integer(),
    free: Type.Integer(),
    disposable: Type.Integer(),
    lookups: Type.Integer()
  }),
  examples: [
    { title: 'An address', input: { email: 'jane.smith@acme.co.uk' } },
    { title: 'A domain, with its mail records', input: { domain: 'acme.co.uk', dns: true } },
    { title: 'The leads that were scored last', input: {} }
  ],
  asks: enrichAsks,
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

interface Given {
  readonly email?: string
  readonly domain?: string
  readonly url?: string
  readonly companyName?: string
}

/** What was asked about: the fields, else the leads that were scored last. A company's name alone stands for the lead of that name. */
async function inquiriesOf({ email, domain, url, companyName }: Given, leads: Leads): Promise<readonly Inquiry[]> {
  const urlHost = url === undefined ? undefined : hostOfUrl(url.trim())
  refuse([
    domain !== undefined && !readDomain(domain) && notADomain,
    url !== undefined && !readDomain(urlHost ?? '') && notAUrl
  ])
  const site = domain ?? urlHost
  const company = companyName === undefined ? undefined : tidy(companyName)
  if (email !== undefined || site !== undefined) return [{ email: email?.trim(), domain: site?.trim(), company }]
  if (company === undefined) return (await leads.latest(latestLeads)).map(inquiryOf)
  const lead = await leads.find(slugOf(company))
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
