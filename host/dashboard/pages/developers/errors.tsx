import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Site } from '../../api/shapes.js'
import { Code } from '../../parts/code.js'
import { Loaded } from '../../parts/loaded.js'

const problem = `{
  "type": "urn:product-host:problem:invalid_input",
  "title": "The input does not fit what the action takes.",
  "status": 400,
  "detail": "The input does not fit; see errors.",
  "instance": "urn:product-host:request:…",
  "ok": false,
  "code": "invalid_input",
  "requestId": "…",
  "retryable": false,
  "errors": [{ "pointer": "#/key", "code": "required", "detail": "is missing", "fix": "Send text." }]
}`

/** Every refusal that this host gives, from the host itself. */
export function Errors() {
  const site = useResource<Site>(paths.site)
  return (
    <>
      <p>
        Every refusal is <code>application/problem+json</code> (RFC 9457). Go by <code>code</code>: it never changes its
        meaning. Try again when <code>retryable</code> is true, after <code>Retry-After</code> seconds where that header
        is there. What was sent is never repeated.
      </p>
      <Code text={problem} label="A refusal" canCopy={false} />
      <Loaded resource={site} lines={20} again={() => reload(paths.site)}>
        {({ problems }) => (
          <table className="responsive" aria-label="Codes of refusals">
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Code</th>
                <th scope="col">Meaning</th>
                <th scope="col">Try again</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ code, status, title, retryable }) => (
                <tr key={code}>
                  <td data-label="Status">{status}</td>
                  <td data-label="Code">
                    <code>{code}</code>
                  </td>
                  <td data-label="Meaning">{title}</td>
                  <td data-label="Try again">{retryable ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </>
  )
}
