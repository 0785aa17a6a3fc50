export interface JsonObject {
  readonly [key: string]: Json
}

/** A value as JSON holds it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
