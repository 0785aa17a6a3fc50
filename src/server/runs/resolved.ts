import type { Json } from '../../engine/columns/index.ts'

/** The entities that the names in a column's config refer to now. They are a part of the inputs of its cells. */
export interface ColumnReferences {
  readonly versions: Readonly<Record<string, string | number>>
  readonly evaluator: Json
  /** False if each call may use another template, so that values cannot be cached. */
  readonly isSettled: boolean
}
