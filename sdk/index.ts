export {
  type Action,
  type ActionDeclaration,
  type Asks,
  defineAction,
  type Effect,
  type Need,
  type Needs,
  type Outcome
} from './action.js'
export type { Clock } from './clock.js'
export type { Context } from './context.js'
export {
  type Egress,
  type EgressCertificate,
  type EgressCode,
  EgressError,
  type EgressPhases,
  type EgressRecords,
  type EgressRequest,
  type EgressResponse
} from './egress.js'
export { type Fault, InvalidInput, ProductError, type ProductErrorOptions } from './errors.js'
export type { Job, JobChange, Jobs, Retry } from './jobs.js'
export type { Logger } from './logger.js'
export type { Migration } from './migration.js'
export {
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelQuestion,
  type ModelTool,
  type ModelToolCall
} from './model.js'
export { CONTRACT, defineProduct, type Options, type Product, type ProductDeclaration } from './product.js'
export type { ActionDescription, Answer, ProductDescription, Products } from './products.js'
export type { Settings } from './settings.js'
export type { Change, Entry, ListOptions, Read, SetOptions, Storage, Write } from './storage.js'
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
  SETTINGS,
  STORAGE,
  Token
} from './tokens.js'
export { type Static, Type } from './typebox.js'
