import { chmodSync, chownSync, closeSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { exists, parseJson, withoutMark } from '../../base/files.js'
import { isJsonObject, type JsonObject } from '../../base/json.js'
import { readDeployment } from '../../deployment.js'
import { finishFile } from '../../storage/new-file.js'

/** A deployment file that a command changes. */
export interface DeploymentText {
  /** The absolute path. */
  readonly path: string
  readonly text: string
  readonly content: DeploymentContent
  /** Whether there is no such file yet. */
  readonly isNew: boolean
}

interface DeploymentContent extends JsonObject {
  readonly plugins: readonly JsonObject[]
}

const emptyFile = '{\n  "plugins": []\n}\n'

/** Reads a deployment file; one that does not exist, in a folder that does, is empty. Throws as `readDeployment` does. */
export async function readDeploymentText(file: string): Promise<DeploymentText> {
  const path = resolve(file)
  const isNew = !exists(path) && exists(dirname(path))
  if (!isNew) await readDeployment(path)
  const text = isNew ? emptyFile : await readFile(path, 'utf8')
  return { path, text, content: parseJson(text) as DeploymentContent, isNew }
}

/** Most characters of a line that a command writes, if its parts are not longer. */
const longestLine = 120

/** The text with an entry after the others; everything else stays as it is written. */
export function withEntry({ text, content }: DeploymentText, entry: JsonObject): string {
  const { items, from, to } = pluginsIn(text)
  const last = items.at(-1)
  const inList = text.slice(from, to)
  const isOnLines = (last ? inList : withoutMark(text).trim()).includes('\n')
  const outer = indentAt(text, from)
  const unit = outer.includes('\t') ? '\t' : '  '
  const indent = last && isOnLines ? indentAt(text, last.from) : outer + unit
  const isSpread = items.length > 0 && items.every(item => text.slice(item.from, item.to).includes('\n'))
  const written = isOnLines ? `\n${indent}${spread(entry, indent, unit, isSpread)}` : oneLine(entry)
  const added = last ? `,${isOnLines ? '' : ' '}${written}` : `${written}${isOnLines ? `\n${outer}` : ''}`
  const line = text.includes('\r\n') ? '\r\n' : '\n'
  const changed = text.slice(0, last?.to ?? from) + added.replaceAll('\n', line) + text.slice(last?.to ?? to)
  return sound(changed, { ...content, plugins: [...content.plugins, entry] })
}

/** The white space with which the line of an index begins. */
function indentAt(text: string, index: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', index) + 1))?.[0] ?? ''
}

/** The text with another entry in the place of the one at an index; everything else stays as it is written. */
export function withOtherEntry({ text, content }: DeploymentText, index: number, entry: JsonObject): string {
  const { items } = pluginsIn(text)
  const item = items[index]
  if (!item) throw new Error(`The deployment file has no entry ${index}.`)
  const indent = indentAt(text, item.from)
  const before = text.slice(item.from, item.to)
  const line = text.includes('\r\n') ? '\r\n' : '\n'
  const written = spread(entry, indent, indent.includes('\t') ? '\t' : '  ', before.includes('\n'))
  const changed = text.slice(0, item.from) + written.replaceAll('\n', line) + text.slice(item.to)
  return sound(changed, { ...content, plugins: content.plugins.with(index, entry) })
}

/** The text without the entry at an index; everything else stays as it is written. */
export function withoutEntry({ text, content }: DeploymentText, index: number): string {
  const { items, from, to } = pluginsIn(text)
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]]
  const [start, end] = before ? [before.to, item?.to ?? to] : after ? [item?.from ?? from, after.from] : [from, to]
  return sound(text.slice(0, start) + text.slice(end), { ...content, plugins: content.plugins.toSpliced(index, 1) })
}

/** The text with another value of a member beside `plugins`, or without it; everything else stays as it is written. */
export function withMember({ text, content }: DeploymentText, name: string, value: unknown): string {
  const { [name]: _former, ...others } = content
  const members = membersIn(text)
  const at = members.findIndex(member => member.name === name)
  const [before, member, after] = [members[at - 1] ?? members.at(-1), members[at], members[at + 1]]
  if (value === undefined) {
    if (!member) return text
    const [start, end] = at > 0 && before ? [before.to, member.to] : [member.from, after?.from ?? member.to]
    return sound(text.slice(0, start) + text.slice(end), others as DeploymentContent)
  }
  const place = member ?? before
  if (!place) throw new Error('The deployment file has no member.')
  const isOnLine = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', place.from) + 1, place.from))
  const indent = indentAt(text, place.from)
  const isSpread = member !== undefined && text.slice(member.valueFrom, member.to).includes('\n')
  const written = spread(value, indent, indent.includes('\t') ? '\t' : '  ', isSpread)
  const added = member ? written : `,${isOnLine ? `\n${indent}` : ' '}${JSON.stringify(name)}: ${written}`
  const line = text.includes('\r\n') ? '\r\n' : '\n'
  const changed = text.slice(0, member?.valueFrom ?? place.to) + added.replaceAll('\n', line) + text.slice(place.to)
  return sound(changed, { ...content, [name]: value })
}

/** The text if it says what it has to, and otherwise that, written again. */
function sound(text: string, content: DeploymentContent): string {
  return isDeepStrictEqual(parseJson(text), content) ? text : `${JSON.stringify(content, undefined, 2)}\n`
}

/** On one line where it fits, as far as `isSpread` lets it; otherwise with each member on a line of its own. */
function spread(value: unknown, indent: string, unit: string, isSpread: boolean): string {
  const line = oneLine(value)
  if (!isJsonObject(value) || (!isSpread && indent.length + line.length <= longestLine)) return line
  const inner = indent + unit
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${spread(member, inner, unit, false)}`
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value: unknown): string {
  const space = /("(?:[^"\\]|\\.)*")|\n\s*/g
  const spaced = JSON.stringify(value, undefined, 1).replaceAll(space, (_, text?: string) => text ?? ' ')
  return spaced.replaceAll(/("(?:[^"\\]|\\.)*")|\[ | \]/g, (found, text?: string) => text ?? found.trim())
}

interface Range {
  readonly from: number
  readonly to: number
}

interface MemberRange extends Range {
  readonly name: string
  readonly valueFrom: number
}

/** What a text that is JSON is made of. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"\ufeff]+/g

/** Where the members of the outermost object are in a text that is JSON. */
function membersIn(text: string): readonly MemberRange[] {
  const members: MemberRange[] = []
  let [depth, name, from, valueFrom, lastTo] = [0, '', -1, -1, -1]
  for (const { 0: found, index } of text.matchAll(tokens)) {
    if (depth === 1 && (found === ',' || found === '}')) {
      if (from >= 0) members.push({ name, from, valueFrom, to: lastTo })
      from = -1
      valueFrom = -1
    } else if (depth === 1 && from < 0) {
      from = index
      name = String(JSON.parse(found))
    } else if (depth === 1 && valueFrom < 0 && found !== ':') valueFrom = index
    if (found === '{' || found === '[') depth++
    if (found === '}' || found === ']') depth--
    lastTo = index + found.length
  }
  return members
}

/** Where the items of `plugins` are in a text that is JSON, and where the text between its brackets begins and ends. */
function pluginsIn(text: string): Range & { readonly items: readonly Range[] } {
  const items: Range[] = []
  let [depth, isWanted, from, itemFrom, lastTo] = [0, false, -1, -1, -1]
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const isWithin = from >= 0 && depth === 2
    if (isWithin && (token === ',' || token === ']')) {
      if (itemFrom >= 0) items.push({ from: itemFrom, to: lastTo })
      itemFrom = -1
      if (token === ']') return { items, from, to: index }
    } else if (isWithin && itemFrom < 0) itemFrom = index
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth === 2 && token === '[' && isWanted) from = index + 1
    if (depth === 1 && token !== ':') isWanted = token.startsWith('"') && JSON.parse(token) === 'plugins'
    lastTo = index + token.length
  }
  throw new Error('The deployment file has no list "plugins".')
}

/**
 * Replaces a deployment file at once, with its mode and owner. Throws, in a sentence, when it was changed since it was read, or cannot
 * be written.
 */
export async function writeDeploymentText({ path, text, isNew }: DeploymentText, changed: string): Promise<void> {
  const isSame = isNew ? !exists(path) : (await readFile(path, 'utf8')) === text
  if (!isSame) throw new Error(`The deployment file ${path} was changed meanwhile; nothing was written.`)
  const real = isNew ? path : realpathSync(path)
  const partial = `${real}.${process.pid}.partial`
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    writeFileSync(partial, changed)
    if (isNew) chmodSync(partial, 0o666 & ~process.umask())
    else {
      const { uid, gid, mode } = statSync(real)
      chownSync(partial, uid, gid)
      chmodSync(partial, mode & 0o7777)
    }
    finishFile(partial, real)
  } catch (error) {
    rmSync(partial, { force: true })
    throw new Error(`Cannot write the deployment file ${path}: ${error instanceof Error ? error.message : error}.`)
  }
}
