import { Refusal } from '../refusal.ts'

/** Declines a definition because of what stands at this place of it. */
export const refused = (place: readonly string[], message: string): Refusal =>
  new Refusal('bad_request', message, { loc: ['body', ...place] })
