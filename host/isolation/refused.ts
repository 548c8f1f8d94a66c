/** Why a product was not mounted in its thread, and how far it came. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly phase: 'import' | 'judge' | 'mount',
    message: string
  ) {
    super(message)
  }
}
