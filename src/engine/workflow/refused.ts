import { Refusal } from '../refusal.ts'

/** The refusal of a definition, with the path of the error. */
export const workflowRefusal = (path: readonly string[], message: string): Refusal =>
  new Refusal('bad_request', message, { loc: ['body', ...path] })
