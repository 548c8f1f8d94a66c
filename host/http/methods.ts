import type { Request } from 'express'
import { Problem } from '../problems.js'
import { sendEmpty } from './reply.js'

/** Answers OPTIONS with the methods that an address takes, and refuses every other one. */
export function otherMethods(allow: string) {
  return ({ method, exchange }: Request): void => {
    if (method === 'OPTIONS') sendEmpty(exchange, 204, { Allow: allow })
    else throw new Problem('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } })
  }
}
