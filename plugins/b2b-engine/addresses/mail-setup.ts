import { type MailProvider, mailProviders } from './mail-providers.js'
import type { MailRecords } from './mail-records.js'
import { spfTools } from './spf-tools.js'

/** How a domain's mail is set up, as its records show it. */
export interface MailSetup {
  readonly mx: readonly string[]
  readonly provider?: string
  readonly gateway?: string
  readonly spf?: string
  readonly tools: readonly string[]
  /** The policy: none, quarantine or reject. */
  readonly dmarc?: string
  /** Undefined where the name servers gave no answer. */
  readonly canReceive?: boolean
  /** A null MX (RFC 7505): the domain says that it takes no mail. */
  readonly refusesMail: boolean
  /** Every question was answered. */
  readonly isComplete: boolean
  /** Whether the provider was read from SPF alone, since a gateway hides the mail servers. */
  readonly isProviderFromSpf: boolean
}

/** Reads a domain's mail records. */
export function readMailSetup(records: MailRecords): MailSetup {
  const { mx, txt = [], dmarc = [] } = records
  const exchanges = (mx ?? []).map(hostName)
  const refusesMail = exchanges.length === 1 && exchanges[0] === ''
  const spf = txt.find(record => /^v=spf1(?: |$)/i.test(record))
  const includes = [...(spf ?? '').matchAll(/(?:include:|redirect=)(\S+)/gi)].map(([, name = '']) => hostName(name))
  const front = mailProviders.find(({ exchanges: endings }) => exchanges.some(name => endsWithAny(name, endings)))
  const behind = front?.isGateway ? providerBehind(includes) : undefined
  const provider = front?.isGateway ? behind : front
  const policy = dmarc
    .find(record => /^v=dmarc1\b/i.test(record))
    ?.match(/;\s*p\s*=\s*(none|quarantine|reject)\b/i)?.[1]
  return {
    mx: refusesMail ? [] : exchanges,
    ...(provider && { provider: provider.name }),
    ...(front?.isGateway && { gateway: front.name }),
    ...(spf !== undefined && { spf }),
    tools: spfTools
      .filter(({ include }) => includes.some(name => endsWithAny(name, [include])))
      .map(({ name }) => name),
    ...(policy !== undefined && { dmarc: policy.toLowerCase() }),
    ...(mx && { canReceive: exchanges.length > 0 && !refusesMail }),
    refusesMail,
    isComplete: 'mx' in records && 'txt' in records && 'dmarc' in records,
    isProviderFromSpf: behind !== undefined
  }
}

function providerBehind(includes: readonly string[]): MailProvider | undefined {
  return mailProviders.find(({ includes: own = [] }) => includes.some(name => endsWithAny(name, own)))
}

function endsWithAny(name: string, endings: readonly string[]): boolean {
  return endings.some(ending => name === ending || name.endsWith(`.${ending}`))
}

function hostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
