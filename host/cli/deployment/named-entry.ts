import { isBuiltin } from 'node:module'
import { basename } from 'node:path'
import { slugError } from '@product-host/sdk/runtime'
import { readJsonFile } from '../../base/files.js'
import { isJsonObject, type JsonObject, memberOf } from '../../base/json.js'
import { type AccountValue, isHttpUrl } from '../../entries/account-value.js'
import { findPackage, notInstalled } from '../../products/locate.js'
import { npmForm } from '../new.js'
import { fetchPackage } from './fetch-package.js'

/** What a person says of a new entry beside what is served. */
export interface EntryOptions {
  readonly slug?: string
  readonly title?: string
  readonly description?: string
  readonly required?: true
  readonly requiresCard?: true
  readonly isolation?: string
  readonly sandbox?: string
  readonly network?: string
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly tools?: readonly string[]
  readonly shared?: true
  readonly trustAnnotations?: true
  readonly env?: readonly string[]
  readonly header?: readonly string[]
  readonly server?: string
  readonly overlay?: readonly string[]
  readonly operations?: readonly string[]
  readonly tags?: readonly string[]
}

const always = ['required', 'requiresCard'] as const
const words = ['slug', 'title', 'description', ...always] as const
const withheld = ['sandbox', 'read', 'write'] as const

/** The options of each kind of product. */
const optionsOf = {
  'a program': [...words, ...withheld, 'network', 'tools', 'shared', 'trustAnnotations', 'env'],
  'a URL of an MCP server': [...words, 'tools', 'shared', 'trustAnnotations', 'header'],
  'an OpenAPI document': [...words, 'overlay', 'server', 'operations', 'tags', 'header'],
  'a package': [...always, 'isolation', ...withheld]
} satisfies Readonly<Record<string, readonly (keyof EntryOptions)[]>>

/**
 * The entry of the deployment file for `mcp:` with a program or a URL, `openapi:` with a document, or the name of a package. Rejects, in
 * a sentence, what is none of these, and an option that it does not have.
 */
export async function namedEntry(named: string, options: EntryOptions, folder: string): Promise<JsonObject> {
  const [, kind, rest = ''] = /^(mcp|openapi):(.*)$/s.exec(named.trim()) ?? []
  const what = rest.trim()
  if (kind === undefined) return packageEntry(named.trim(), options, folder)
  if (what === '') throw new Error(`Say after "${kind}:" what is served, such as ${examples[kind]}.`)
  if (kind === 'openapi') return openapiEntry(what, options)
  return isUrl(what) ? urlEntry(what, options) : programEntry(what, options, folder)
}

const examples: Readonly<Record<string, string>> = {
  mcp: 'mcp:mcp-server-memory, "mcp:node server.js" or mcp:https://tracker.example/mcp',
  openapi: 'openapi:pets.yaml or openapi:https://pets.example/openapi.json'
}

/** A package with a version, or one that is not installed, is fetched into a folder of its own. */
async function packageEntry(text: string, options: EntryOptions, folder: string): Promise<JsonObject> {
  const [, name = '', range] = /^(@?[^@]*)(?:@(.+))?$/s.exec(text) ?? []
  if (!npmForm.test(name))
    throw new Error(
      `"${text}" is not the name of a package. A server is ${examples.mcp}; a document, ${examples.openapi}.`
    )
  if (isBuiltin(name)) throw new Error(`The package ${name} ${notInstalled({ package: name }, folder)}.`)
  requireOptions('a package', options)
  const others = { ...chosen({ isolation: options.isolation }), ...withheldFrom(options), ...rules(options) }
  if (range === undefined && findPackage({ package: name }, folder)) return { package: name, ...others }
  const { version } = await fetchPackage(name, range ?? 'latest', folder)
  return { package: name, version, ...others }
}

async function programEntry(text: string, options: EntryOptions, folder: string): Promise<JsonObject> {
  requireOptions('a program', options)
  const [program = '', ...rest] = wordsOf(text)
  const command = [program.startsWith('@') ? await programOf(program, folder) : program, ...rest]
  const runs = /^(node|npx|bunx?|deno|uvx?|pipx|python[\d.]*|sh|bash|docker|podman)$/.test(basename(program))
  const main = runs ? rest.find(word => !/^(-.*|run|exec|tool)$/.test(word)) : undefined
  const { network, tools, shared, trustAnnotations, env } = options
  const variables = pairs(env, /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s, 'variable', 'API_TOKEN=@token')
  return {
    ...aboutIt(options, slugIn(main ?? program)),
    ...withheldFrom(options),
    mcp: { command, ...variables('env'), ...chosen({ network, tools }), ...mcpRules(shared, trustAnnotations) }
  }
}

function urlEntry(url: string, options: EntryOptions): JsonObject {
  requireOptions('a URL of an MCP server', options)
  const { tools, shared, trustAnnotations } = options
  return {
    ...aboutIt(options, slugOfUrl(url)),
    mcp: { url, ...headers(options), ...chosen({ tools }), ...mcpRules(shared, trustAnnotations) }
  }
}

function openapiEntry(document: string, options: EntryOptions): JsonObject {
  requireOptions('an OpenAPI document', options)
  const { overlay: overlays, server, operations, tags } = options
  return {
    ...aboutIt(options, isUrl(document) ? slugOfUrl(document) : slugIn(document)),
    openapi: { document, ...chosen({ overlays, server, operations, tags }), ...headers(options) }
  }
}

function requireOptions(kind: keyof typeof optionsOf, options: EntryOptions): void {
  const allowed: readonly string[] = optionsOf[kind]
  const [wrong] = Object.keys(options).filter(name => !allowed.includes(name))
  if (wrong === undefined) return
  throw new Error(`--${wrong.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} is not an option of ${kind}.`)
}

function aboutIt({ slug, title, description, ...rest }: EntryOptions, likely: string): JsonObject {
  const named = slug ?? likely
  const issue = slugError(named)
  if (issue) throw new Error(slug === undefined ? `Name the product with --slug. ${issue}` : issue)
  return { slug: named, ...chosen({ title, description }), ...rules(rest) }
}

function rules({ required, requiresCard }: EntryOptions): JsonObject {
  return { ...chosen({ required }), ...(requiresCard && { requires: ['payment_card'] }) }
}

/** What its process may do on this machine. */
function withheldFrom({ sandbox, read, write }: EntryOptions): JsonObject {
  return { ...chosen({ sandbox }), ...((read || write) && { files: chosen({ read, write }) }) }
}

function mcpRules(isShared: true | undefined, trustAnnotations: true | undefined): JsonObject {
  return { ...(isShared && { tenancy: 'shared' }), ...chosen({ trustAnnotations }) }
}

function chosen(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function headers({ header }: EntryOptions): JsonObject {
  return pairs(header, /^([^\s:]+):\s*(.*)$/s, 'header', 'Authorization: Bearer @token')('headers')
}

/** Names with values, as the member of that name; nothing where there are none. */
function pairs(given: readonly string[] | undefined, form: RegExp, what: string, example: string) {
  const found = (given ?? []).map(each => form.exec(each))
  if (!found.every(match => match !== null)) throw new Error(`Give a ${what} such as "${example}".`)
  const values = Object.fromEntries(found.map(([, name = '', value = '']) => [name, accountValue(value)]))
  return (member: string): JsonObject => (found.length > 0 ? { [member]: values } : {})
}

/** `@token` is the setting `token` of the account, and what stands before it and a space is its prefix. */
function accountValue(text: string): AccountValue {
  const [, prefix = '', setting] = /^(.*\s)?@([A-Za-z][A-Za-z0-9_.-]{0,127})$/s.exec(text) ?? []
  return setting === undefined ? text : { setting, ...(prefix !== '' && { prefix }) }
}

/** The words of a command, which quotes hold together. A backslash is a character like any other, as paths of Windows have it. */
function wordsOf(text: string): readonly string[] {
  const form = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g
  if (text.replaceAll(form, '').trim() !== '') throw new Error(`In ${text}, a quote begins and does not end.`)
  return (text.match(form) ?? []).map(word => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}

/** The program of an installed package. */
async function programOf(name: string, folder: string): Promise<string> {
  const found = findPackage({ package: name }, folder)
  if (!found) throw new Error(`The package ${name} is not installed in ${folder}, the folder of the deployment file.`)
  const bin = memberOf(await readJsonFile(found.manifest), 'bin')
  const own = name.slice(name.indexOf('/') + 1)
  if (typeof bin === 'string') return own
  const programs = isJsonObject(bin) ? Object.keys(bin) : []
  const program = programs.includes(own) ? own : programs.length === 1 ? programs[0] : undefined
  if (program !== undefined) return program
  throw new Error(
    `The package ${name} has ${programs.length === 0 ? 'no program' : `several programs: name one of ${programs.join(', ')}`}.`
  )
}

function isUrl(text: string): boolean {
  return /^https?:/i.test(text)
}

/** Words of names that do not tell one server from another. */
const usual = ['mcp', 'server', 'openapi', 'swagger', 'api', 'www']

/** A slug for a file, a program or a package: `mcp-server-memory` and `@acme/server-memory@1.0.0` are `memory`. */
function slugIn(name: string): string {
  const own = basename(name.replaceAll('\\', '/')).replace(/@.*$/, '')
  return joined(own.replace(/\.(?:[cm]?[jt]s|py|json|ya?ml|sh|exe)$/i, '').split(/[^a-z0-9]+/i))
}

/** The first part of the host's name that tells it from others; an address has none. */
function slugOfUrl(url: string): string {
  if (!isHttpUrl(url))
    throw new Error(`${url} is not an absolute http or https URL without user name, password and fragment.`)
  const { hostname } = new URL(url)
  const isAddress = /^[\d.]+$|:/.test(hostname)
  const [first = ''] = isAddress ? [] : hostname.split('.').filter(part => !usual.includes(part))
  return joined(first.split('-'))
}

function joined(parts: readonly string[]): string {
  const all = parts.map(part => part.toLowerCase()).filter(Boolean)
  const telling = all.filter(part => !usual.includes(part))
  return (telling.length > 0 ? telling : all).join('-')
}
