import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** What a certificate is to say; it holds from the beginning of one day to the end of another. */
export interface Wanted {
  readonly subject?: string
  /** Host names and IPv4 addresses that it is for. */
  readonly hosts?: readonly string[]
  readonly from?: string
  readonly to?: string
  readonly isAuthority?: boolean
}

/** A certificate in PEM with its key, which may sign others. */
export class Certificate {
  readonly pem: string
  readonly key: string
  readonly #key: KeyObject
  readonly #subject: string

  /** Signed by `issuer`, or by itself. */
  constructor(
    { subject = 'Test', hosts = [], from = '2020-01-01', to = '2049-12-31', isAuthority = false }: Wanted,
    issuer?: Certificate
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#subject = subject
    this.key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const body = der(
      0x30,
      der(0xa0, der(0x02, [2])),
      der(0x02, [1, publicKey.export({ format: 'der', type: 'spki' }).at(-1) ?? 0]),
      ecdsaWithSha256,
      name(issuer ? issuer.#subject : subject),
      der(0x30, time(`${from}T00:00:00Z`), time(`${to}T23:59:59Z`)),
      name(subject),
      publicKey.export({ format: 'der', type: 'spki' }),
      der(0xa3, der(0x30, constraints(isAuthority), ...(hosts.length > 0 ? [alternativeNames(hosts)] : [])))
    )
    const signature = sign('sha256', body, issuer ? issuer.#key : privateKey)
    const whole = der(0x30, body, ecdsaWithSha256, der(0x03, [0], signature))
    this.pem = `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`
  }
}

/** One value of ITU-T X.690: tag, length, contents. The fields are those of RFC 5280, section 4.1. */
function der(tag: number, ...contents: readonly (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map(part => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

function lengthOf({ length }: Buffer): readonly number[] {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
}

const ecdsaWithSha256 = der(0x30, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))

function name(common: string): Buffer {
  if (common === '') return der(0x30)
  return der(0x30, der(0x31, der(0x30, der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from(common)))))
}

function time(iso: string): Buffer {
  return der(0x18, Buffer.from(iso.replaceAll(/[-:T]/g, '')))
}

function constraints(isAuthority: boolean): Buffer {
  const value = der(0x30, ...(isAuthority ? [der(0x01, [255])] : []))
  return der(0x30, der(0x06, [0x55, 0x1d, 0x13]), der(0x01, [255]), der(0x04, value))
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map(host => (isIP(host) ? der(0x87, host.split('.').map(Number)) : der(0x82, Buffer.from(host))))
  return der(0x30, der(0x06, [0x55, 0x1d, 0x11]), der(0x04, der(0x30, ...names)))
}
