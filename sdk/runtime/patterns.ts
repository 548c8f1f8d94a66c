import { RE2JS } from 're2js'

/** Patterns that are compiled, since schemas share many; a product may make schemas at run time, so their number has a bound. */
const compiled = new Map<string, RE2JS>()
const mostPatterns = 1_000

/** A pattern on RE2's linear-time engine, so that no input can make it run long. Throws for look-around and back-references. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  const fresh = RE2JS.compile(RE2JS.translateRegExp(pattern))
  if (compiled.size >= mostPatterns) compiled.clear()
  compiled.set(pattern, fresh)
  return fresh
}

/** Characters, classes and groups without names or flags; counts of at most three digits, and none of a group. */
const plain =
  /^(?:[\w %&',/:;<=>@!#"`~-]|\\[/.*+?^$|()[\]{}dws]|[.^$|]|\[\^?(?:[\w !#$%&'()*+,./:;<=>?@~](?:-[\w~])?|\\[/.\]\\dws-])+-?\]|\((?:\?:|(?!\?))|\)(?!\{)|[*+?]|\{\d{1,3}(?:,\d{0,3})?\})*$/

/** A longer pattern could need more than the engine allows. */
const mostCharacters = 500

/** True only if a regular expression of JavaScript compiles with `compilePattern`, known without compiling it. */
export function isPlainPattern(pattern: string): boolean {
  return pattern.length <= mostCharacters && plain.test(pattern)
}
