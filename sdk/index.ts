export type { Context, Progress } from './action.js'
export {
  type Action,
  type ActionDeclaration,
  defineAction,
  type Effect,
  type Failing,
  type Intents,
  type Need,
  type Needs,
  type Outcome
} from './action.js'
export {
  type Egress,
  type EgressCertificate,
  type EgressCode,
  type EgressConnection,
  type EgressConnectOptions,
  EgressError,
  type EgressPhases,
  type EgressRecords,
  type EgressRequest,
  type EgressResponse
} from './egress.js'
export {
  type ConfirmationPlan,
  ConfirmationRequired,
  type ConfirmationStep,
  InvalidInput,
  type Issue,
  type PlannedCall,
  ProductError,
  type ProductErrorOptions
} from './errors.js'
export type { Hook, HookBody, HookInput, HookSignature } from './hook.js'
export type { Icon, IconName } from './icon.js'
export type { Job, JobChange, Jobs, Recurrence, RecurringJob, Retry } from './jobs.js'
export {
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelQuestion,
  type ModelTool,
  type ModelToolCall,
  type OnModelText
} from './model.js'
export type {
  HomePart,
  Migration,
  NeededProduct,
  RecordDeletion,
  RecordKind,
  SettingFamilies,
  Settings,
  WebhookEvent
} from './product.js'
export { CONTRACT, defineProduct, type Options, type Product, type ProductDeclaration } from './product.js'
export {
  type ActionDescription,
  type ActionTypes,
  type Answer,
  type ProductDescription,
  type Products,
  type ProductTypes,
  productsOf,
  type TypedAnswer,
  type TypedProducts,
  type TypesOf
} from './products.js'
export type { MadeSchedule, NewSchedule, ScheduleOutcome, Schedules, ScheduleTiming } from './schedules.js'
export type { Change, Entry, ListOptions, Read, SetOptions, Storage, Write } from './storage.js'
export type { Clock, Logger } from './tokens.js'
export {
  CLOCK,
  EGRESS,
  inject,
  injectable,
  JOBS,
  LOGGER,
  MODEL,
  OPTIONS,
  PRODUCTS,
  SCHEDULES,
  SETTINGS,
  STORAGE,
  Token,
  WEBHOOKS
} from './tokens.js'
export { type Static, Type } from './typebox.js'
export type { View } from './view.js'
export {
  type LoggedWebhookAttempt,
  type SettingName,
  type Webhook,
  type WebhookAttemptOptions,
  type WebhookFailure,
  type WebhookResult,
  type Webhooks,
  webhookErrors
} from './webhooks.js'
