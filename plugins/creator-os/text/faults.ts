import { type Fault, InvalidInput } from '@product-host/sdk'

/** Faults of an input that its schema cannot see, gathered so that the caller learns of all of them at once. */
export class Faults {
  readonly #found: Fault[] = []

  add(pointer: string, code: string, detail: string, fix: string): void {
    this.#found.push({ pointer, code, detail, fix })
  }

  /** Throws `InvalidInput` when there is any. */
  check(): void {
    const [first, ...rest] = this.#found
    if (first) throw new InvalidInput([first, ...rest])
  }
}
