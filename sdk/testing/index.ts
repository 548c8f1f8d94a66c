export { type ConformOptions, conform } from './conform/conform.js'
export {
  type JobRun,
  type TestAnswer,
  type TestClock,
  type TestContext,
  type TestOptions,
  testContext
} from './context.js'
export type { RecordedRequest, TestEgress } from './egress.js'
export type { WaitingJob } from './jobs.js'
export type { LogLine } from './logger.js'
export type { TestModel } from './model.js'
