/** Tools that a domain lets send in its name, by what it includes in SPF. Source: the tools' set-up guides. */
export const spfTools: readonly { readonly name: string; readonly include: string }[] = [
  { name: 'HubSpot', include: 'hubspotemail.net' },
  { name: 'Salesforce', include: '_spf.salesforce.com' },
  { name: 'Mailchimp', include: 'servers.mcsv.net' },
  { name: 'SendGrid', include: 'sendgrid.net' },
  { name: 'Mailgun', include: 'mailgun.org' },
  { name: 'Zendesk', include: 'zendesk.com' },
  { name: 'Freshdesk', include: 'freshdesk.com' },
  { name: 'Intercom', include: 'intercom.io' },
  { name: 'Marketo', include: 'mktomail.com' },
  { name: 'Pardot', include: 'pardot.com' },
  { name: 'Klaviyo', include: 'klaviyo.com' },
  { name: 'Amazon SES', include: 'amazonses.com' },
  { name: 'SparkPost', include: 'sparkpostmail.com' },
  { name: 'Stripe', include: 'stripe.com' }
]
