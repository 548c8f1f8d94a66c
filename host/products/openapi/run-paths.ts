import { headerMap, parameterList, schema } from './components.js'
import { emptyAnswer, jsonAnswer, notModified, type Paths } from './operations.js'

/** The addresses of runs, and of the outcomes of calls with an Idempotency-Key. */
export const runPaths: Paths = {
  '/api/v1/products/outcomes': {
    get: {
      operationId: 'outcomes',
      tags: ['account'],
      summary: 'What became of a request',
      description:
        'What became of the request with the Idempotency-Key in the header, for each product that has seen it and that the ' +
        'caller may execute. Without the header: the requests whose outcome was lost, at most 100.',
      parameters: parameterList('Idempotency-Key', 'product'),
      kind: 'outcomes',
      answers: { 200: jsonAnswer('The outcomes.', 'Outcomes') }
    }
  },
  '/api/v1/products/outcomes/settle': {
    post: {
      operationId: 'settle_outcome',
      tags: ['account'],
      summary: 'Settle a lost outcome',
      description:
        'Says whether a request whose outcome was lost was done, of the Idempotency-Key in the header or the `id` in the body. The key needs every scope.',
      parameters: parameterList('Idempotency-Key'),
      requestBody: { required: true, content: { 'application/json': { schema: schema('OutcomeFinding') } } },
      kind: 'settle_outcome',
      answers: { 200: jsonAnswer('The outcome as it is now.', 'Outcome') }
    }
  },
  '/api/v1/products/runs': {
    get: {
      operationId: 'runs',
      tags: ['account'],
      summary: 'List the runs',
      description:
        'Calls that were accepted to run later, the newest first, of products that the key may execute. Without results.',
      parameters: parameterList('status', 'product', 'after', 'limit'),
      kind: 'runs',
      answers: { 200: jsonAnswer('A page of runs.', 'Runs') }
    },
    post: {
      operationId: 'start_run',
      tags: ['account'],
      summary: 'Start a run',
      description:
        'Starts a run as execute with `Prefer: respond-async` does, and may name what is run after it: an action whose input refers to the result.',
      parameters: parameterList('Idempotency-Key'),
      requestBody: { required: true, content: { 'application/json': { schema: schema('NewRun') } } },
      kind: 'start_run',
      answers: {
        202: jsonAnswer('The run.', 'Run', ['Location', 'Retry-After', 'Preference-Applied'], ['Idempotent-Replayed'])
      }
    }
  },
  '/api/v1/products/runs/{id}': {
    get: {
      operationId: 'run',
      tags: ['account'],
      summary: 'Read a run',
      description: 'The status of a run, how far it has come, and its result once it has ended.',
      parameters: parameterList('runId', 'wait', 'If-None-Match'),
      kind: 'run',
      answers: {
        200: jsonAnswer('The run.', 'Run', ['ETag'], ['Retry-After']),
        304: notModified(['RateLimit-Policy', 'RateLimit'])
      }
    }
  },
  '/api/v1/products/runs/{id}/events': {
    get: {
      operationId: 'run_events',
      tags: ['account'],
      summary: 'Follow a run',
      description:
        'What happens to a run, as server-sent events, until it has ended. `progress` has an id and what the action said; ' +
        '`status` has the run, first as it is, and with its result at last. `Last-Event-ID` names the last report that was read.',
      parameters: parameterList('runId', 'Last-Event-ID'),
      kind: 'run_events',
      answers: {
        200: {
          description: 'The events.',
          headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit']),
          content: { 'text/event-stream': { schema: { type: 'string' } } }
        }
      }
    }
  },
  '/api/v1/products/runs/{id}/cancel': {
    post: {
      operationId: 'cancel_run',
      tags: ['account'],
      summary: 'Cancel a run',
      description:
        'Cancels a run that waits at once, and one that runs by the signal of its action. The request has no body.',
      parameters: parameterList('runId'),
      kind: 'cancel_run',
      answers: { 200: jsonAnswer('The run as it is now.', 'Run') }
    }
  },
  '/api/v1/products/runs/{id}/replay': {
    post: {
      operationId: 'replay_run',
      tags: ['account'],
      summary: 'Run a failed run again',
      description:
        'Starts a new run with the input of one that failed or was cancelled, and with the scopes of the caller. If that one may have done ' +
        'its work, and doing it twice may do harm, `mayRepeat` has to say that this is meant. The request has no body.',
      parameters: parameterList('runId', 'mayRepeat', 'Idempotency-Key'),
      kind: 'replay_run',
      answers: {
        202: jsonAnswer(
          'The new run.',
          'Run',
          ['Location', 'Retry-After', 'Preference-Applied'],
          ['Idempotent-Replayed']
        )
      }
    }
  },
  '/api/v1/products/runs/cancel': {
    post: {
      operationId: 'cancel_runs',
      tags: ['account'],
      summary: 'Cancel several runs',
      description:
        'Cancels the runs with the given ids, those of a product or of one of its actions, or all that have not ended.',
      parameters: parameterList(),
      requestBody: { required: true, content: { 'application/json': { schema: schema('RunSelection') } } },
      kind: 'cancel_runs',
      answers: { 200: jsonAnswer('What became of each run.', 'CancelledRuns') }
    }
  },
  '/api/v1/products/schedules': {
    get: {
      operationId: 'schedules',
      tags: ['account'],
      summary: 'List the schedules',
      description: 'What starts runs at given times, of products that the key may execute.',
      parameters: parameterList('product'),
      kind: 'schedules',
      answers: { 200: jsonAnswer('The schedules, the oldest first.', 'Schedules') }
    },
    post: {
      operationId: 'make_schedule',
      tags: ['account'],
      summary: 'Make a schedule',
      description: 'Starts a run of an action at given times, as the key that made the schedule.',
      parameters: parameterList(),
      requestBody: { required: true, content: { 'application/json': { schema: schema('NewSchedule') } } },
      kind: 'make_schedule',
      answers: { 201: jsonAnswer('The schedule.', 'Schedule', ['Location']) }
    }
  },
  '/api/v1/products/schedules/{id}': {
    get: {
      operationId: 'schedule',
      tags: ['account'],
      summary: 'Read a schedule',
      description: 'A schedule with its next five times, and why it is paused.',
      parameters: parameterList('scheduleId'),
      kind: 'schedule',
      answers: { 200: jsonAnswer('The schedule.', 'Schedule') }
    },
    patch: {
      operationId: 'change_schedule',
      tags: ['account'],
      summary: 'Change a schedule',
      description: 'Changes the members that are sent. The runs are those of the caller from then on.',
      parameters: parameterList('scheduleId'),
      requestBody: { required: true, content: { 'application/json': { schema: schema('ScheduleChange') } } },
      kind: 'change_schedule',
      answers: { 200: jsonAnswer('The schedule as it is now.', 'Schedule') }
    },
    delete: {
      operationId: 'delete_schedule',
      tags: ['account'],
      summary: 'Delete a schedule',
      description: 'Runs that it started go on. The request has no body.',
      parameters: parameterList('scheduleId'),
      kind: 'decide_schedule',
      answers: { 204: emptyAnswer('It is deleted.') }
    }
  },
  '/api/v1/products/schedules/{id}/run': {
    post: {
      operationId: 'run_schedule',
      tags: ['account'],
      summary: 'Run a schedule now',
      description: 'Starts what the schedule runs at once, as the caller. The request has no body.',
      parameters: parameterList('scheduleId', 'Idempotency-Key'),
      kind: 'run_schedule',
      answers: {
        202: jsonAnswer('The run.', 'Run', ['Location', 'Retry-After', 'Preference-Applied'], ['Idempotent-Replayed'])
      }
    }
  },
  '/api/v1/products/schedules/{id}/resume': {
    post: {
      operationId: 'resume_schedule',
      tags: ['account'],
      summary: 'Resume a schedule',
      description: 'Lets a paused schedule go on, as the caller. The request has no body.',
      parameters: parameterList('scheduleId'),
      kind: 'resume_schedule',
      answers: { 200: jsonAnswer('The schedule as it is now.', 'Schedule') }
    }
  },
  '/api/v1/products/schedules/{id}/firings': {
    get: {
      operationId: 'firings',
      tags: ['account'],
      summary: 'What a schedule did',
      description: 'Each time that it was due, the newest first, with the run that it started or why it started none.',
      parameters: parameterList('scheduleId', 'after', 'limit'),
      kind: 'firings',
      answers: { 200: jsonAnswer('A page of firings.', 'Firings') }
    }
  }
}
