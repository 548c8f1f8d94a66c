/** What a spreadsheet could take for the beginning of a formula (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/** Lines of CSV (RFC 4180); text that a spreadsheet could take for a formula is marked as text by an apostrophe. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  return lines.map(line => `${line.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
