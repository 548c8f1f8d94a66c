import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { root } from '../fixtures/root.js'

/** A file of the repository; the path is from the root. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** An import of types or values, static or dynamic, or a re-export. */
export interface Import {
  /** The file, from the root. */
  readonly file: string
  /** What it names: a package, or a compiled file from the root. */
  readonly target: string
  /** `import('…')`: what is loaded when it is first needed. */
  readonly isDynamic: boolean
}

const statement = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Every file of a folder that an extension is for, but for those that are installed, compiled or generated. */
export async function sourcesOf(folder: string, extension = /\.tsx?$/): Promise<readonly Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile() && extension.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(path => !/(^|\/)(node_modules|dist|dist-test|\.made)\//.test(path))
  return Promise.all(paths.sort().map(async path => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

/** What a file imports. */
export function importsIn({ path, text }: Source): readonly Import[] {
  return [...text.matchAll(statement)].map(([, plain, dynamic]) => {
    const name = plain ?? dynamic ?? ''
    return {
      file: path,
      target: name.startsWith('.') ? join(dirname(path), name) : name,
      isDynamic: plain === undefined
    }
  })
}

/** Whether an import is of a package, and not of Node or of a file of this repository. */
export function isPackage({ target }: Import): boolean {
  return !target.startsWith('node:') && !/^(sdk|host|plugins|test)\//.test(target)
}
