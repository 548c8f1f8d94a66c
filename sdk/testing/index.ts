export type { JobRun, RunOptions } from './account.js'
export type { TestClock } from './clock.js'
export { type ConformOptions, conform, missingTitles } from './conform/conform.js'
export type { LogLine } from './context.js'
export {
  type SentWebhook,
  type TestAnswer,
  type TestContext,
  type TestOptions,
  testContext
} from './context.js'
export type { RecordedConnection, RecordedRequest, TestEgress } from './egress.js'
export type { WaitingJob } from './jobs.js'
export type { TestModel } from './model.js'
export {
  makeSamples,
  type ProductSamples,
  type SampleAnswer,
  type SampleScenario,
  type SampleWebhook
} from './samples.js'
export type { TestSchedule } from './schedules.js'
