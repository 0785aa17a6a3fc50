import type { Json } from '../../engine/columns/index.ts'

/** What names in a column's config stand for at the moment: part of what its cells are computed from. */
export interface ColumnReferences {
  readonly versions: Readonly<Record<string, string | number>>
  readonly evaluator: Json
  /** False where each call may get another template: nothing of it is kept for identical work. */
  readonly isSettled: boolean
}
