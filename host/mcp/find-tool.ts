import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { allIntents } from '../products/describe.js'
import { findToolName } from '../products/tool-names.js'
import type { ActionTool } from './tools.js'

/** Tools that are returned when the caller names no number, and at most. */
const usualCount = 5
const mostTools = 20

/** Longest query, in characters. */
const longestQuery = 500

/** The host's own tool: finds the tools that suit a task, so that a client need not load the schemas of all of them. */
export const findTool: Tool = {
  name: findToolName,
  title: 'Find a tool',
  description:
    'Finds the tools of this server that suit a task, the most suitable first, each with the schema of its input. Call a tool that it returns by its name.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: longestQuery,
        description: 'The task in a few words, such as "remember a note about a client".'
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: mostTools,
        default: usualCount,
        description: 'How many to return.'
      }
    },
    required: ['query']
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            title: { type: 'string' },
            description: { type: 'string' },
            inputSchema: { type: 'object' }
          },
          required: ['name', 'title', 'description', 'inputSchema']
        }
      }
    },
    required: ['tools']
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
}

/** Runs the host's own tool on the tools that the caller may run. */
export function runFindTool(sent: Readonly<Record<string, unknown>>, tools: readonly ActionTool[]): CallToolResult {
  const { query, limit = usualCount } = sent
  if (typeof query !== 'string' || query.trim() === '' || query.length > longestQuery)
    return refused(`"query" is not a text of 1 to ${longestQuery} characters.`)
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > mostTools)
    return refused(`"limit" is not a whole number from 1 to ${mostTools}.`)
  const found = suitableTools(query, tools)
    .slice(0, limit)
    .map(({ listed: { name, title, description, inputSchema } }) => ({ name, title, description, inputSchema }))
  const summary = found.length === 0 ? 'No tool suits this task.' : `Found ${found.map(({ name }) => name).join(', ')}.`
  const structuredContent = { tools: found }
  return {
    content: [
      { type: 'text', text: summary },
      { type: 'text', text: JSON.stringify(structuredContent) }
    ],
    structuredContent
  }
}

function refused(message: string): CallToolResult {
  const failure = { ok: false, code: 'invalid_input', message, fix: message, retryable: false }
  return {
    isError: true,
    content: [
      { type: 'text', text: message },
      { type: 'text', text: JSON.stringify(failure) }
    ]
  }
}

/**
 * The tools that share words with a query, the most suitable first. A word counts for more the fewer tools have it
 * (its inverse document frequency), and for more in a name, a title or a keyword than in a description.
 */
function suitableTools(query: string, tools: readonly ActionTool[]): readonly ActionTool[] {
  const weighted = tools.map(tool => ({ tool, words: weightedWords(tool) }))
  const rarities = new Map(
    [...new Set(wordsOf(query))].map(word => {
      const having = weighted.filter(({ words }) => words.has(word)).length
      return [word, Math.log(1 + tools.length / (1 + having))]
    })
  )
  return weighted
    .map(({ tool, words }) => {
      const score = [...rarities].reduce((sum, [word, rarity]) => sum + rarity * (words.get(word) ?? 0), 0)
      return { tool, score }
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ tool }) => tool)
}

function weightedWords({ plan }: ActionTool): ReadonlyMap<string, number> {
  const { product, name, action } = plan
  const { phrases, keywords } = allIntents(action.intents)
  const parts: readonly (readonly [number, string])[] = [
    [3, `${product.slug} ${name.replaceAll('_', ' ')}`],
    [3, action.title],
    [3, keywords.join(' ')],
    [2, phrases.join(' ')],
    [1, `${action.description} ${product.mounted.product.title}`]
  ]
  const words = new Map<string, number>()
  for (const [weight, text] of parts)
    for (const word of new Set(wordsOf(text))) words.set(word, (words.get(word) ?? 0) + weight)
  return words
}

/** The words of a text in lower case, without the plural's "s". */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words.map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
}
