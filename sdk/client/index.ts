export type { CallOptions, Patience } from './calls.js'
export type { ConfigClient, PutOptions } from './client.js'
export { Client, type ClientOptions, type ExecuteOptions, type RunOptions, type StartOptions } from './client.js'
export { NoAnswerError, type ProblemIssue, RefusedError } from './errors.js'
export type { DescribedHook, Hook, HookChange, HookClient, HookMembers } from './hooks.js'
export type { ProblemCode } from './problem-codes.js'
export type { FiringPage, ScheduleClient } from './schedules.js'
export type {
  AccessCheck,
  AccessReport,
  ActionDescription,
  ActionTypes,
  Answer,
  AnyProducts,
  CancelledRuns,
  ConfigChange,
  ConfigRevision,
  ConfirmationDetails,
  Done,
  Firing,
  Follower,
  KnownOfCall,
  NotDone,
  Outcome,
  OutcomeFinding,
  ProductConfig,
  ProductDescription,
  ProductSummary,
  ProductTypes,
  Run,
  RunProgress,
  RunQuestion,
  RunSelection,
  Schedule,
  ScheduleChange,
  ScheduleMembers
} from './types.js'
export type {
  CallBudget,
  SpentBudget,
  UsageFigures,
  UsagePeriod,
  UsageQuestion,
  UsageReport,
  UsageSeries
} from './usage.js'
export {
  type EventFilter,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookHeaders
} from './webhook-events.js'
export type {
  NewWebhookEndpoint,
  WebhookClient,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookMembers
} from './webhooks.js'
