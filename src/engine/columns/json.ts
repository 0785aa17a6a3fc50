import type { ExactNumber } from '../json/exact-number.ts'

export interface JsonObject {
  readonly [key: string]: Json
}

/** A value as JSON holds it. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject
