import { defineAction, SETTINGS, Type, WEBHOOKS, webhookErrors } from '@product-host/sdk'
import { webhookEvents } from '../alerts.js'
import { portsOf, userAgentOf } from '../settings.js'

/** Makes one attempt to deliver an alert; the job of the alert runs it. */
export const sendAlert = defineAction({
  title: 'Send an alert',
  description: 'Sends one signed alert to the address in the settings.',
  effect: 'external',
  internal: true,
  idempotent: true,
  input: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    type: Type.Enum(Object.keys(webhookEvents)),
    timestamp: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown())
  }),
  detail: Type.Object({ id: Type.String(), httpStatus: Type.Optional(Type.Integer()) }),
  examples: [
    {
      title: 'A target is down',
      input: {
        id: 'msg_1',
        type: 'probe.down',
        timestamp: '2026-01-01T12:00:00.000Z',
        data: {
          name: 'shop',
          url: 'https://shop.example',
          status: 'down',
          code: 'timeout',
          message: 'It is down: no whole answer came in time.'
        }
      }
    }
  ],
  errors: webhookErrors,
  needs: { webhooks: WEBHOOKS, settings: SETTINGS },
  timeoutMs: 15_000,

  async run({ id, type, timestamp, data }, { webhooks, settings }) {
    const delivered = await webhooks.send({
      ...alertEndpoint,
      id,
      event: type,
      timestamp,
      payload: data,
      userAgent: userAgentOf(settings),
      ports: portsOf(settings)
    })
    if (!delivered) return { summary: 'No alert address is set any more, so nothing was sent.', detail: { id } }
    return { summary: `Sent ${type}.`, detail: { id, httpStatus: delivered.httpStatus } }
  }
})

/** The settings of the receiver. */
const alertEndpoint = { url: { setting: 'alert.url' }, secret: { setting: 'alert.secret' } } as const
