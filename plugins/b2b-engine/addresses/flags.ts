import type { Reading } from './inquiry.js'
import type { MailSetup } from './mail-setup.js'

/** What is to be minded about a subject, each a word in snake_case. `mail` is undefined where nobody was asked. */
export function flagsOf(reading: Reading, mail?: MailSetup): readonly string[] {
  const { email, domain, isInvalidEmail, suggestion, class: judged } = reading
  const mailDomain = email?.domain ?? domain
  const isTypo = suggestion !== undefined
  const flags: readonly (string | false | undefined)[] = [
    isInvalidEmail && 'invalid_email',
    judged?.class === 'disposable' && 'disposable',
    judged?.class === 'free' && 'free',
    email?.isRole && 'role',
    isTypo && 'typo',
    mailDomain?.standing === 'reserved' && 'reserved_domain',
    mailDomain?.standing === 'public_suffix' && 'public_suffix',
    mailDomain?.standing === 'unknown_tld' && !isTypo && 'unknown_tld',
    mail?.canReceive === false && (mail.refusesMail ? 'refuses_mail' : 'no_mx'),
    mail && !mail.isComplete && 'dns_unavailable',
    email && domain && email.domain.name !== domain.name && 'domain_mismatch',
    !email && !domain && !isInvalidEmail && 'no_address'
  ]
  return flags.filter(flag => typeof flag === 'string')
}
