/** One fault of what was sent, as the host lists it. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly fix: string
}

/** The body of a refusal (RFC 9457), as far as the pages show it. */
export interface ProblemBody {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly requestId?: string
  readonly errors?: readonly Fault[]
  readonly links?: Readonly<Record<string, string>>
}

/** A refusal by the host; its message is a sentence for a person. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'

  constructor(readonly body: ProblemBody) {
    super(body.detail)
  }

  get code(): string {
    return this.body.code
  }

  get faults(): readonly Fault[] {
    return this.body.errors ?? []
  }
}

/** What stands for a host that does not answer at all. */
export const unreachable: ProblemBody = {
  status: 0,
  code: 'unreachable',
  title: 'The host does not answer.',
  detail: 'The host does not answer. Look at the connection and try again.'
}

/** A fault as one sentence. */
export function faultText({ detail, fix }: Fault): string {
  const sentence = `This ${detail}.`
  return fix === '' ? sentence : `${sentence} ${fix}`
}
