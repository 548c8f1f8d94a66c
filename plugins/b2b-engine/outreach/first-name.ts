const titles = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|herr|frau|madame|monsieur)\.?\s+)+/i

/** How a person is greeted: the first name of "Dr Jane Smith" or "Smith, Jane", the whole of "J. Smith". */
export function firstNameOf(name: string): string {
  const [family = '', given] = name.split(/,\s*/)
  const plain = (given ?? family).replace(titles, '')
  const [first = ''] = plain.split(' ')
  return first.replace(/\.$/, '').length > 1 ? first : plain
}
