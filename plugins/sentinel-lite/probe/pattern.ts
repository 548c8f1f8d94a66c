import type { Fault } from '@product-host/sdk'
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'

/**
 * The largest program that a pattern may compile to, in RE2's instructions: one costs about 3 ms on the longest body that is
 * kept (256 KiB), at worst, and everybody waits for that.
 */
const largestProgram = 128

/** A pattern that is ready to run, in time linear to the text. */
export interface Pattern {
  readonly text: string
  isIn(body: string): boolean
}

/** Compiles a pattern of RE2's syntax, or says why it cannot be. */
export function readPattern(text: string): Pattern | Fault {
  const pointer = '#/matches'
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(text))
    if (program.programSize() > largestProgram)
      return { pointer, detail: 'is too large a pattern', fix: 'Send a shorter one; `contains` is for plain text.' }
    return { text, isIn: body => program.test(body) }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const reason = error instanceof RE2JSSyntaxException ? ` (${error.getDescription()})` : ''
    return {
      pointer,
      detail: `is not a pattern that RE2 can run${reason}`,
      fix: 'Send a regular expression of RE2 (github.com/google/re2/wiki/Syntax): no look-around, no back-references.'
    }
  }
}
