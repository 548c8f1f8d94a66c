import type { ActionExample } from '../api/products.js'

type Input = ActionExample['input']

/** A call of a product in one language. */
export interface CodeSample {
  readonly name: string
  /** The name of the language for the highlighter. */
  readonly language: 'bash' | 'typescript' | 'python' | 'go' | 'php'
  readonly text: string
}

/**
 * A call as programs send it; all read the key from the variable `PRODUCT_HOST_KEY` of their environment. A call that must not run
 * twice has an `Idempotency-Key`, which the TypeScript client makes itself.
 */
export function codeSamples(slug: string, input: Input, isSafe: boolean): readonly CodeSample[] {
  const address = `${location.origin}/api/v1/products/${slug}/execute`
  return [
    { name: 'curl', language: 'bash', text: curlCall(slug, input, { isSafe }) },
    { name: 'TypeScript', language: 'typescript', text: typescript(slug, input) },
    { name: 'Python', language: 'python', text: python(address, input, isSafe) },
    { name: 'Go', language: 'go', text: go(address, input, isSafe) },
    { name: 'PHP', language: 'php', text: php(address, input, isSafe) }
  ]
}

interface CurlOptions {
  /** Whether the call can run twice without harm; otherwise it has an Idempotency-Key. */
  readonly isSafe: boolean
  /** The API key; without one, the call reads it from a variable of the shell. */
  readonly key?: string
}

/** A call by curl; the body is quoted for a shell. */
export function curlCall(slug: string, input: Input, { isSafe, key = '$PRODUCT_HOST_KEY' }: CurlOptions): string {
  const body = JSON.stringify(input, null, 2).replaceAll('\n', '\n  ').replaceAll("'", "'\\''")
  return [
    'curl \\',
    `  ${location.origin}/api/v1/products/${slug}/execute \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    "  -H 'Content-Type: application/json' \\",
    ...(isSafe ? [] : ['  -H "Idempotency-Key: $(openssl rand -hex 16)" \\']),
    `  -d '${body}'`
  ].join('\n')
}

/** What a program in TypeScript begins with: how it is run, and what it installs. */
export function programNeeds(file: string, packages: readonly string[] = []): string {
  const install = packages.length > 0 ? `npm install ${packages.join(' ')} && ` : ''
  const isOwn = packages.some(name => name.startsWith('@product-host/'))
  return [
    `// Save this as ${file}. With Node.js 22.18 or later: ${install}node ${file}`,
    ...(isOwn
      ? ['// If npm does not find the package, ask the operator of this host for its tarball, and install that.']
      : []),
    ''
  ].join('\n')
}

function typescript(slug: string, { action, ...input }: Input): string {
  return [
    programNeeds('call.mts', ['@product-host/sdk']),
    "import { Client } from '@product-host/sdk/client'",
    '',
    `const client = new Client({ url: '${location.origin}', key: process.env.PRODUCT_HOST_KEY })`,
    `const result = await client.execute('${slug}', '${String(action)}', ${JSON.stringify(input, null, 2)})`,
    'console.log(result.ok, result.summary)'
  ].join('\n')
}

function python(address: string, input: Input, isSafe: boolean): string {
  return [
    `import json, os, urllib.request${isSafe ? '' : ', uuid'}`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(address)},`,
    `    data=json.dumps(${pythonValue(input, 1)}).encode(),`,
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'PRODUCT_HOST_KEY\']}",',
    '        "Content-Type": "application/json",',
    ...(isSafe ? [] : ['        "Idempotency-Key": str(uuid.uuid4()),']),
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    result = json.load(response)',
    'print(result["ok"], result["summary"])'
  ].join('\n')
}

function pythonValue(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return nested(value, depth, '    ', pythonValue, {
    list: ['[', ']'],
    map: ['{', '}'],
    member: (name, each) => `${JSON.stringify(name)}: ${each}`
  })
}

function go(address: string, input: Input, isSafe: boolean): string {
  const body = JSON.stringify(input, null, '\t')
  return [
    'package main',
    '',
    'import (',
    ...(isSafe ? [] : ['\t"crypto/rand"']),
    '\t"encoding/json"',
    '\t"fmt"',
    '\t"log"',
    '\t"net/http"',
    '\t"os"',
    '\t"strings"',
    ')',
    '',
    'func main() {',
    `\tbody := ${body.includes('`') ? JSON.stringify(JSON.stringify(input)) : `\`${body.replaceAll('\n', '\n\t')}\``}`,
    `\trequest, err := http.NewRequest("POST", ${JSON.stringify(address)}, strings.NewReader(body))`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("PRODUCT_HOST_KEY"))',
    '\trequest.Header.Set("Content-Type", "application/json")',
    ...(isSafe
      ? []
      : [
          '\tkey := make([]byte, 16)',
          '\tif _, err := rand.Read(key); err != nil {',
          '\t\tlog.Fatal(err)',
          '\t}',
          '\trequest.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))'
        ]),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tvar result struct {',
    '\t\tOk      bool   `json:"ok"`',
    '\t\tSummary string `json:"summary"`',
    '\t}',
    '\tif err := json.NewDecoder(response.Body).Decode(&result); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tfmt.Println(response.Status, result.Ok, result.Summary)',
    '}'
  ].join('\n')
}

function php(address: string, input: Input, isSafe: boolean): string {
  const key = isSafe ? '' : ' . "\\r\\nIdempotency-Key: " . bin2hex(random_bytes(16))'
  return [
    '<?php',
    '',
    `$body = json_encode(${phpValue(input, 0)});`,
    "$context = stream_context_create(['http' => [",
    "    'method' => 'POST',",
    `    'header' => "Authorization: Bearer " . getenv('PRODUCT_HOST_KEY') . "\\r\\nContent-Type: application/json"${key},`,
    "    'content' => $body,",
    "    'ignore_errors' => true,",
    ']]);',
    `$result = json_decode(file_get_contents(${phpText(address)}, false, $context), true);`,
    "echo $result['ok'] ? 'ok' : 'failed', ': ', $result['summary'] ?? $result['detail'], PHP_EOL;"
  ].join('\n')
}

function phpValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return phpText(value)
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)
    return 'new stdClass()'
  return nested(value, depth, '    ', phpValue, {
    list: ['[', ']'],
    map: ['[', ']'],
    member: (name, each) => `${phpText(name)} => ${each}`
  })
}

function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

interface Brackets {
  readonly list: readonly [string, string]
  readonly map: readonly [string, string]
  readonly member: (name: string, value: string) => string
}

/** A value with its members on lines of their own, indented. */
function nested(
  value: unknown,
  depth: number,
  indent: string,
  write: (value: unknown, depth: number) => string,
  { list, map, member }: Brackets
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? list : map
  const members = Array.isArray(value)
    ? value.map(each => write(each, depth + 1))
    : Object.entries(value).map(([name, each]) => member(name, write(each, depth + 1)))
  if (members.length === 0) return open + close
  const inner = indent.repeat(depth + 1)
  return `${open}\n${members.map(each => `${inner}${each},\n`).join('')}${indent.repeat(depth)}${close}`
}
