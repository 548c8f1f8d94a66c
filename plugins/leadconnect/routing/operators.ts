/**
 * The operators of JSON Logic (jsonlogic.com/operations.html) that a rule may use: those that compare, combine and
 * calculate, none that walks over a list or reaches outside.
 */
export const operators: readonly string[] = [
  'var',
  'missing',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  '!',
  '!!',
  'if',
  'in',
  'cat',
  'substr',
  '+',
  '-',
  '*',
  '/',
  '%',
  'min',
  'max'
]

/** How deep operators may be nested. */
export const deepestLogic = 12
/** Longest rule, in bytes of UTF-8. */
export const longestLogic = 2_048
