import { Link } from 'wouter'
import { Code } from '../../parts/code.js'
import { Tabs } from '../../parts/tabs.js'

/** How clients of the Model Context Protocol connect to this host: configuration to copy. */
export function Connect() {
  const address = `${location.origin}/mcp`
  return (
    <>
      <p>
        Agents use this host over the Model Context Protocol, with Streamable HTTP at <code>{address}</code>. Each
        action is a tool named <code>{'{slug}_{action}'}</code>, where the slug is the name of its product in addresses
        (see <a href="#products">Products</a>).{' '}
        <code>
          {address}/{'{slug}'}
        </code>{' '}
        has the tools of one product. An agent sees the tools that its API key may run; <a href="/agent.md">agent.md</a>{' '}
        tells it the rest.
      </p>
      <p>
        A client that supports OAuth, such as a connector of claude.ai, needs only the address. It opens a page of this
        host, where you allow the connection, which is then listed under <Link to="/keys">API keys</Link>. Every other
        client needs an API key:
      </p>
      <Tabs
        label="Clients"
        tabs={[
          {
            name: 'Claude Code',
            content: <Code text={claudeCode(address)} label="Connecting Claude Code" />
          },
          {
            name: 'Claude Desktop',
            content: (
              <>
                <p>
                  Claude Desktop starts a local program that passes its messages on. Add this to{' '}
                  <code>claude_desktop_config.json</code>:
                </p>
                <Code text={json(claudeDesktop(location.origin))} label="Connecting Claude Desktop" />
              </>
            )
          },
          {
            name: 'VS Code',
            content: (
              <>
                <p>
                  Add this to <code>.vscode/mcp.json</code>; VS Code asks for the API key once and stores it:
                </p>
                <Code text={json(vsCode(address))} label="Connecting VS Code" />
              </>
            )
          },
          {
            name: 'Cursor',
            content: (
              <>
                <p>
                  Add this to <code>~/.cursor/mcp.json</code>:
                </p>
                <Code text={json(cursor(address))} label="Connecting Cursor" />
              </>
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
