export { hookBodies, hookSignatures } from '../hook.js'
export { isForeignProduct, isProduct } from '../product.js'
export {
  type AddressCleaning,
  asciiDomain,
  type MailAddress,
  mailboxDomains,
  mailboxOf,
  readAddress,
  unicodeDomain
} from './addresses.js'
export { makeClock } from './clock.js'
export {
  type Check,
  type CleanedInput,
  canonicalJson,
  cleanInput,
  compileInput,
  compileOutput,
  deepestNesting,
  memberPointer,
  prepareCompilers
} from './compile-schema.js'
export {
  type CheckedPlan,
  ConfirmedSteps,
  callOf,
  confirmationAnswer,
  isOnly,
  notConfirmed,
  notInPlan,
  stepEffect
} from './confirmation.js'
export { type Effects, effectsOf, soundInput } from './effects.js'
export { iconPath } from './icons.js'
export {
  type CheckedInput,
  checkedInput,
  type FieldNotes,
  InputFields,
  type MisspeltField,
  misspeltField,
  withNotes
} from './input-fields.js'
export type { Provide, Settled } from './mounted-product.js'
export { type MountedAction, MountedProduct, type MountOptions } from './mounted-product.js'
export { firstOf, nextTime, patternOf, type ScheduledJob } from './recurrence.js'
export { SettingsRules, settingPointer } from './settings-rules.js'
export { MemoryRecords } from './storage/memory-records.js'
export { KeyedMutex, type Mutex, newMutex } from './storage/mutex.js'
export { Namespace } from './storage/namespace.js'
export type {
  Expected,
  ListedRecord,
  NamespaceRecords,
  Page,
  Records,
  StoredRecord,
  StoredWrite
} from './storage/product-storage.js'
export {
  type JobRecords,
  parseRecord,
  RecordForm,
  type RecordVersions,
  recordReadableFrom,
  recordValue,
  ScopedRecords,
  UnreadableRecord,
  VersionedStorage
} from './storage/product-storage.js'
export { newUpdateQueue, UpdateQueues } from './storage/update-queue.js'
export { fromContract1, reservedSlugs, slugError } from './validate-product.js'
export { ProductWebhooks, type WebhookCalls } from './webhooks/product-webhooks.js'
export { retryDelayMs, webhookRetry } from './webhooks/retry-policy.js'
export {
  type LogRecord,
  loggedAttempts,
  type MadeAttempt,
  WebhookSender,
  type WebhookSenderOptions,
  webhookFigures
} from './webhooks/webhook-sender.js'
export { type JsonSchema, wireSchema } from './wire-schema.js'
