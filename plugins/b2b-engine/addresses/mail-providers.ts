/** Whose servers take a domain's mail. */
export interface MailProvider {
  readonly name: string
  /** A filter in front of the real mail boxes: what lies behind it may show in SPF. */
  readonly isGateway?: true
  /** Endings of the names of its mail servers. */
  readonly exchanges: readonly string[]
  /** Names that its customers include in SPF. */
  readonly includes?: readonly string[]
}

/** Source: the providers' set-up guides for MX and SPF records. */
export const mailProviders: readonly MailProvider[] = [
  { name: 'Google Workspace', exchanges: ['google.com', 'googlemail.com'], includes: ['_spf.google.com'] },
  {
    name: 'Microsoft 365',
    exchanges: ['mail.protection.outlook.com', 'mx.microsoft'],
    includes: ['spf.protection.outlook.com']
  },
  {
    name: 'Zoho Mail',
    exchanges: ['zoho.com', 'zoho.eu', 'zoho.in', 'zoho.com.au'],
    includes: ['zoho.com', 'zoho.eu', 'zohomail.com', 'one.zoho.com']
  },
  { name: 'Proton Mail', exchanges: ['protonmail.ch'], includes: ['_spf.protonmail.ch'] },
  { name: 'Fastmail', exchanges: ['messagingengine.com'], includes: ['spf.messagingengine.com'] },
  { name: 'Mimecast', isGateway: true, exchanges: ['mimecast.com', 'mimecast.co.za'] },
  { name: 'Proofpoint', isGateway: true, exchanges: ['pphosted.com', 'ppe-hosted.com'] },
  { name: 'Barracuda', isGateway: true, exchanges: ['barracudanetworks.com'] },
  { name: 'Broadcom Email Security', isGateway: true, exchanges: ['messagelabs.com'] },
  { name: 'Cisco Secure Email', isGateway: true, exchanges: ['iphmx.com'] },
  { name: 'Amazon SES', exchanges: ['amazonses.com', 'amazonaws.com', 'awsapps.com'] },
  { name: 'GoDaddy', exchanges: ['secureserver.net'], includes: ['secureserver.net'] },
  {
    name: 'IONOS',
    exchanges: ['ionos.com', 'ionos.co.uk', 'ionos.de', 'ionos.fr', 'ionos.es', 'kundenserver.de'],
    includes: ['_spf-eu.ionos.com', '_spf-us.ionos.com', '_spf.kundenserver.de']
  },
  { name: 'OVHcloud', exchanges: ['ovh.net', 'ovh.ca'], includes: ['mx.ovh.com', 'mx.ovh.ca'] },
  { name: 'Apple iCloud', exchanges: ['icloud.com'], includes: ['icloud.com'] },
  { name: 'Yandex 360', exchanges: ['yandex.net', 'yandex.ru'], includes: ['_spf.yandex.net'] },
  { name: 'Yahoo', exchanges: ['yahoodns.net'] }
]
