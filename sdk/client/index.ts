export type { CallOptions } from './calls.js'
export { Client, type ClientOptions, type ExecuteOptions } from './client.js'
export type { ConfigClient, PutOptions } from './config.js'
export { NoAnswerError, type ProblemFault, RefusedError } from './errors.js'
export type { Patience } from './pause.js'
export type {
  AccessCheck,
  AccessReport,
  ActionDescription,
  ActionTypes,
  Answer,
  AnyProducts,
  ConfigChange,
  ConfigRevision,
  Done,
  NotDone,
  ProductConfig,
  ProductDescription,
  ProductSummary,
  ProductTypes,
  UsageFigures,
  UsageQuestion,
  UsageReport
} from './types.js'
