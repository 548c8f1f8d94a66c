import { component, type Reference } from './reference.js'

/** What requests may say outside their bodies. */
export const parameters = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An identifier for this request; one is made when there is none, or one of another form.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,128}$' }
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a call safe to send again: for 24 hours the same key with the same body gets the same answer, and nothing is done twice. Quoted or bare.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"'
  },
  'Product-Contract': {
    name: 'Product-Contract',
    in: 'header',
    description: "The digest of the product's schemas that the caller was written for; 412 when it no longer holds.",
    schema: { type: 'string' }
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The entity tag of what the caller has; 304 when it is still the same.',
    schema: { type: 'string' }
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The entity tag of the config that the change was made for; 412 when it was saved in between.',
    schema: { type: 'string' },
    example: '"3"'
  },
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'Judge the config, answer what it would come to, and save nothing.',
    schema: { type: 'boolean', default: false }
  },
  from: {
    name: 'from',
    in: 'query',
    description: 'The first day (UTC); 29 days before today when left out.',
    schema: { type: 'string', format: 'date' }
  },
  to: {
    name: 'to',
    in: 'query',
    description: 'The last day (UTC); today when left out.',
    schema: { type: 'string', format: 'date' }
  },
  product: {
    name: 'product',
    in: 'query',
    description: 'The slug of one product; every product that the key has a scope for when left out.',
    schema: { type: 'string' }
  },
  format: {
    name: 'format',
    in: 'query',
    description: 'The form of the answer; what the header Accept prefers when left out.',
    schema: { type: 'string', enum: ['json', 'csv'] }
  }
} as const

/** A parameter's name. */
export type ParameterName = keyof typeof parameters

/** The parameters of an operation; every one takes a request id. */
export function parameterList(...names: readonly ParameterName[]): readonly Reference[] {
  return [...names, 'X-Request-Id' as const].map(name => component('parameters', name))
}
