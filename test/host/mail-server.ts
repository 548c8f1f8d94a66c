import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Test } from 'tap'

/** One mail that has arrived. */
export interface Arrived {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail server on this machine that keeps what it is sent, and may be told to refuse. */
export async function mailServer(t: Test) {
  const arrived: Arrived[] = []
  const state = { isRefusing: false }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      const mail = parse(await text(stream))
      if (state.isRefusing) return done(new Error('not now'))
      arrived.push(mail)
      done()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.server.once('listening', resolve))
  t.teardown(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Products <no-reply@example.com>' }
  return { arrived, state, environment }
}

/** The parts of a mail whose text is plain or quoted-printable (RFC 2045, section 6.7). */
function parse(mail: string): Arrived {
  const [head = '', ...body] = mail.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const decoded = body
    .join('\n\n')
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { from: header('From'), to: header('To'), subject: header('Subject'), text: decoded }
}
