import { Link } from 'wouter'
import { Code } from '../../../parts/code.js'
import { Tabs } from '../../../parts/tabs.js'
import { DefinitionTable } from '../definition-table.js'
import { Sequence } from '../sequence.js'
import type { GuideSection } from './section.js'

/** The guide about clients of the Model Context Protocol: configuration to copy. */
export const agentSections: readonly GuideSection[] = [
  {
    id: 'oauth',
    title: 'Clients that sign in',
    words: 'MCP server, OAuth, authorization, connector, claude.ai',
    text: <SignIn />
  },
  {
    id: 'api-key',
    title: 'Clients that use an API key',
    words: 'MCP server, authorization, Claude Code, Claude Desktop, Cursor, VS Code',
    text: <WithKey />
  },
  {
    id: 'tools',
    title: 'What an agent sees',
    words: 'MCP server, URL, address, tools, agent.md',
    text: <Tools />
  }
]

function SignIn() {
  return (
    <>
      <p>Clients that support OAuth, such as claude.ai, need only this URL. Add it there as a custom connector:</p>
      <Code text={`${location.origin}/mcp`} label="The URL for clients" />
      <p>
        A page of this host opens, where you allow the connection. You can end it under <Link to="/keys">API keys</Link>
        .
      </p>
      <Sequence
        label="How a client signs in"
        between={['Client', 'Host', 'Your browser']}
        steps={[
          { from: 'Client', to: 'Host', text: 'Request without a token' },
          { from: 'Host', to: 'Client', text: '401 with the address of the metadata' },
          { from: 'Client', to: 'Host', text: 'Reads the metadata, and registers itself if it has to' },
          { from: 'Client', to: 'Your browser', text: 'Opens the authorization page' },
          { from: 'Your browser', to: 'Host', text: 'You sign in and allow the connection' },
          { from: 'Host', to: 'Your browser', text: 'Redirect to the client, with a code' },
          { from: 'Your browser', to: 'Client', text: 'The code' },
          { from: 'Client', to: 'Host', text: 'The code, with the proof that it asked for it (PKCE)' },
          { from: 'Host', to: 'Client', text: 'An access token and a refresh token' },
          { from: 'Client', to: 'Host', text: 'Calls tools with the access token' }
        ]}
      />
    </>
  )
}

/** The URLs with the tools that each of them has. */
function Tools() {
  return (
    <>
      <p>Each action is a tool. The URL decides which of them an agent sees:</p>
      <DefinitionTable
        label="URLs"
        columns={['URL', 'Tools']}
        rows={[
          [`${location.origin}/mcp`, 'The tools of all products that the API key or the connection may run.'],
          [
            `${location.origin}/mcp/{slug}`,
            <>
              The tools of one product. <Link to="/developers#products">Products</Link> lists the slugs.
            </>
          ]
        ]}
      />
      <p>
        An agent without MCP can read <a href="/agent.md">agent.md</a>, which says how to use this host.
      </p>
    </>
  )
}

function WithKey() {
  const address = `${location.origin}/mcp`
  return (
    <>
      <p>
        Create an API key under <Link to="/keys">API keys</Link>, and choose your client:
      </p>
      <Tabs
        label="Clients"
        tabs={[
          {
            name: 'Claude Code',
            content: (
              <div className="stack">
                <p>
                  Run this in a shell whose variable <code>PRODUCT_HOST_KEY</code> has the API key:
                </p>
                <Code text={claudeCode(address)} label="Connecting Claude Code" language="bash" />
              </div>
            )
          },
          {
            name: 'Claude Desktop',
            content: (
              <div className="stack">
                <p>
                  Add this to <code>claude_desktop_config.json</code>, with your API key in place of <code>phk_…</code>.
                  It starts a small program on your machine, which passes the messages on:
                </p>
                <Code text={json(claudeDesktop(location.origin))} label="Connecting Claude Desktop" language="json" />
              </div>
            )
          },
          {
            name: 'VS Code',
            content: (
              <div className="stack">
                <p>
                  Add this to <code>.vscode/mcp.json</code>. VS Code asks for the API key once and stores it:
                </p>
                <Code text={json(vsCode(address))} label="Connecting VS Code" language="json" />
              </div>
            )
          },
          {
            name: 'Cursor',
            content: (
              <div className="stack">
                <p>
                  Add this to <code>~/.cursor/mcp.json</code>. Cursor reads the API key from the variable{' '}
                  <code>PRODUCT_HOST_KEY</code>:
                </p>
                <Code text={json(cursor(address))} label="Connecting Cursor" language="json" />
              </div>
            )
          }
        ]}
      />
    </>
  )
}

function claudeCode(address: string): string {
  return `claude mcp add --transport http product-host ${address} \\
  --header "Authorization: Bearer $PRODUCT_HOST_KEY"`
}

function claudeDesktop(url: string): object {
  return {
    mcpServers: {
      'product-host': {
        command: 'npx',
        args: ['-y', '--package=@product-host/host', 'product-host', 'mcp', '--url', url],
        env: { PRODUCT_HOST_KEY: 'phk_…' }
      }
    }
  }
}

function vsCode(url: string): object {
  const input = { type: 'promptString', id: 'product-host-key', description: 'API key of Product Host', password: true }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills this in
  const headers = { Authorization: 'Bearer ${input:product-host-key}' }
  return { inputs: [input], servers: { 'product-host': { type: 'http', url, headers } } }
}

function cursor(url: string): object {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor fills this in
  const headers = { Authorization: 'Bearer ${env:PRODUCT_HOST_KEY}' }
  return { mcpServers: { 'product-host': { url, headers } } }
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}
