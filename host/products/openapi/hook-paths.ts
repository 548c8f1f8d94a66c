import { headerMap, parameterList, schema } from './components.js'
import { emptyAnswer, jsonAnswer, openAnswer, type Paths } from './operations.js'

const tags = ['account']

/** The operations of hooks: URLs that may call one action each. */
export const hookPaths: Paths = {
  '/api/v1/products/hooks': {
    get: {
      operationId: 'hooks',
      tags,
      summary: 'List the hooks',
      description:
        'Those of products that the key may execute. The key needs the scope `account:webhooks` for each operation on hooks.',
      parameters: parameterList('product'),
      kind: 'hooks',
      answers: { 200: jsonAnswer('The hooks, the oldest first.', 'Hooks') }
    },
    post: {
      operationId: 'make_hook',
      tags,
      summary: 'Make a hook',
      description:
        'Makes a URL that calls one action of a product, for a sender without a key. The URL is in this answer alone.',
      parameters: parameterList(),
      requestBody: { required: true, content: { 'application/json': { schema: schema('NewHook') } } },
      kind: 'make_hook',
      answers: { 201: jsonAnswer('The hook with its URL.', 'Hook', ['Location']) }
    }
  },
  '/api/v1/products/hooks/{id}': {
    get: {
      operationId: 'hook',
      tags,
      summary: 'Read a hook',
      description: 'A hook, and why it takes no calls.',
      parameters: parameterList('hookId'),
      kind: 'hook',
      answers: { 200: jsonAnswer('The hook.', 'Hook') }
    },
    patch: {
      operationId: 'change_hook',
      tags,
      summary: 'Change a hook',
      description: 'Changes the members that are sent. The hook is good as long as the caller is, from then on.',
      parameters: parameterList('hookId'),
      requestBody: { required: true, content: { 'application/json': { schema: schema('HookChange') } } },
      kind: 'change_hook',
      answers: { 200: jsonAnswer('The hook as it is now.', 'Hook') }
    },
    delete: {
      operationId: 'delete_hook',
      tags,
      summary: 'Delete a hook',
      description: 'Its URL ends. The request has no body.',
      parameters: parameterList('hookId'),
      kind: 'decide_hook',
      answers: { 204: emptyAnswer('It is deleted.') }
    }
  },
  '/api/v1/products/hooks/{id}/rotate': {
    post: {
      operationId: 'rotate_hook',
      tags,
      summary: 'Replace the URL of a hook',
      description: 'Makes another URL. The former one ends at once, or after `overlapSeconds`.',
      parameters: parameterList('hookId'),
      requestBody: { required: true, content: { 'application/json': { schema: schema('HookRotation') } } },
      kind: 'decide_hook',
      answers: { 200: jsonAnswer('The hook with its new URL.', 'Hook') }
    }
  },
  '/api/v1/products/hooks/{id}/resume': {
    post: {
      operationId: 'resume_hook',
      tags,
      summary: 'Resume a hook',
      description: 'Lets a hook go on whose key or session has ended, as the caller. The request has no body.',
      parameters: parameterList('hookId'),
      kind: 'decide_hook',
      answers: { 200: jsonAnswer('The hook as it is now.', 'Hook') }
    }
  },
  '/hooks/{product}/{token}': {
    get: {
      operationId: 'call_hook_by_query',
      tags,
      summary: 'Call a hook by its query',
      description: 'As a POST, with the query as the body, for hooks that take one. A browser gets a page.',
      security: [],
      parameters: parameterList('hookProduct', 'hookToken'),
      kind: 'call_hook',
      answers: { 202: openAnswer('The call is stored, and runs.', 'AcceptedHookCall') }
    },
    post: {
      operationId: 'call_hook',
      tags,
      summary: 'Call a hook',
      description:
        'Starts a run of the action of a hook. The body is JSON or a form, as the product says of the hook, and is signed if the hook asks ' +
        'for that. A browser that has sent a form gets a page, or 303 to the address that the account has chosen.',
      security: [],
      parameters: parameterList('hookProduct', 'hookToken'),
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object' } },
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
          'multipart/form-data': { schema: { type: 'object' } }
        }
      },
      kind: 'call_hook',
      answers: {
        200: openAnswer(
          'The challenge of Slack, which asks whether the URL is the right one; nothing runs.',
          'HookChallenge'
        ),
        202: openAnswer('The call is stored, and runs.', 'AcceptedHookCall'),
        303: {
          description: 'Where a browser goes on.',
          headers: headerMap(['X-Request-Id', 'Server-Timing'])
        }
      }
    }
  }
}
