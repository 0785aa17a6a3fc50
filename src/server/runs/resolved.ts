import type { Json } from '../../engine/columns/index.ts'

/** The entities that names in a column's config refer to now: a part of its cells' inputs. */
export interface ColumnReferences {
  readonly versions: Readonly<Record<string, string | number>>
  readonly evaluator: Json
  /** False if each call may get another template, so that values cannot be cached. */
  readonly isSettled: boolean
}
