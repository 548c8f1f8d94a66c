export type { CallOptions, Patience } from './calls.js'
export type { ConfigClient, PutOptions } from './client.js'
export { Client, type ClientOptions, type ExecuteOptions, type RunOptions } from './client.js'
export { NoAnswerError, type ProblemIssue, RefusedError } from './errors.js'
export type {
  AccessCheck,
  AccessReport,
  ActionDescription,
  ActionTypes,
  Answer,
  AnyProducts,
  ConfigChange,
  ConfigRevision,
  ConfirmationDetails,
  Done,
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
  UsageFigures,
  UsageQuestion,
  UsageReport
} from './types.js'
