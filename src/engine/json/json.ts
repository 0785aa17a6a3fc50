import type { ExactNumber } from './exact-number.ts'

export interface JsonObject {
  readonly [key: string]: Json
}

/** A JSON value. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject
