/** The operators of JSON Logic (jsonlogic.com/operations.html) that conditions may use: those that neither loop nor log. */
export const operators: readonly string[] =
  'var missing if ! !! and or == === != !== > >= < <= max min + - * / % in cat substr'.split(' ')
