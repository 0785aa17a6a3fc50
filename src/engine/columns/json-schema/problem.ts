import type { Json } from '../../json/json.ts'

/** Reason why a value does not fit, with the path inside the value; null if it fits. */
export type Problem = { readonly path: string; readonly message: string } | null

/** Functions of the check that the keyword modules call. */
export interface SchemaChecker {
  /** Reason why the value does not fit the schema. */
  check(schema: Json, value: Json, path: string): Problem
  matches(pattern: string, text: string): boolean
  /** Charges steps of the budget. */
  step(count?: number): void
}
