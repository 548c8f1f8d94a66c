import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'

/** One member of an interface: how it is declared, and what its comment says. */
interface Member {
  readonly declaration: string
  readonly meaning: string
}

/**
 * The members of an interface of the sdk as rows of a table, without its type parameters. The source is read as Biome formats it: a member
 * begins with an indent of two spaces.
 */
export async function interfaceRows(file: string, name: string): Promise<readonly (readonly string[])[]> {
  const source = await readFile(join(root, file), 'utf8')
  const [, body] =
    new RegExp(`^(?:export )?interface ${name}\\b[\\s\\S]*?\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source) ?? []
  if (body === undefined) throw new Error(`${file} declares no interface ${name}.`)
  return [['member', 'meaning'], ...membersOf(body).map(({ declaration, meaning }) => [`\`${declaration}\``, meaning])]
}

function membersOf(body: string): readonly Member[] {
  const members: Member[] = []
  let [comment, declaration, isComment] = ['', '', false]
  for (const line of body.split('\n')) {
    if (line.startsWith('  //')) continue
    if (/^ {2}\/\*\*/.test(line)) isComment = true
    if (isComment) {
      comment += ` ${line.replace(/^ *(?:\/\*\*|\*\/|\*)? ?/, '').replace(/ ?\*\/$/, '')}`
      isComment = !line.endsWith('*/')
      continue
    }
    // Comments within the type of a member would stand in the middle of its line.
    const text = line.trim().replace(/^(?:\/\*\*|\*).*$/, '')
    if (/^ {2}\w/.test(line) && declaration !== '') {
      members.push(memberOf(declaration, comment))
      declaration = ''
    }
    // The members of an object that stands over several lines.
    const isNext = /^\w+\??:/.test(text) && /[^{(,|:]$/.test(declaration.trim()) && declaration.trim() !== ''
    declaration = `${declaration}${isNext ? ';' : ''} ${text}`
    const isWhole = count(declaration, /[({[<](?!=)/g) === count(declaration, /[)}\]]|(?<!=)>/g)
    if (isWhole && declaration.trim() !== '' && !/[|:]$/.test(declaration.trim())) {
      members.push(memberOf(declaration, comment))
      ;[comment, declaration] = ['', '']
    }
  }
  return members
}

function memberOf(declaration: string, comment: string): Member {
  const plain = declaration
    .trim()
    .replace(/\breadonly /g, '')
    .replace(/\s+/g, ' ')
  return {
    declaration: plain.replace(/\( /g, '(').replace(/ \)/g, ')').replace(/: \| /g, ': '),
    meaning: comment.trim().replace(/\s+/g, ' ')
  }
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

/** Types of the sdk that have a name, and what each of them is, as rows of a table. */
export async function typeRows(
  types: Readonly<Record<string, readonly string[]>>
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [['type', 'is']]
  for (const [file, names] of Object.entries(types)) {
    const source = await readFile(join(root, file), 'utf8')
    for (const name of names) {
      const [, text] =
        new RegExp(`^export type ${name}\\b(?:<.*>)? =([\\s\\S]*?)\\n(?=\\n|\\/\\*\\*|export)`, 'm').exec(source) ?? []
      if (text === undefined) throw new Error(`${file} declares no type ${name}.`)
      const bare = text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\breadonly /g, '')
      // Members of an object that stand on lines of their own have no separator.
      const plain = bare
        .replace(/(?<=[\w\])}>'])\s*\n\s*(?=\w+\??: )/g, '; ')
        .replace(/\s+/g, ' ')
        .trim()
      rows.push([`\`${name}\``, `\`${plain.replace(/^\| /, '')}\``])
    }
  }
  return rows
}
