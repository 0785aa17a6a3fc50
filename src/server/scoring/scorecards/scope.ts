/** Which results of a calculation are meant: null stands for all rows, or all steps. */
export interface Scope {
  readonly row_ids: readonly number[] | null
  readonly step_ids: readonly string[] | null
}

/** Told for each result of a batch: the rows as a set. */
export type Reaches = (rowId: number, stepId: string) => boolean

export function reachOf({ row_ids, step_ids }: Scope): Reaches {
  const rows = row_ids && new Set(row_ids)
  return (rowId, stepId) =>
    (rows === null || rows.has(rowId)) && (step_ids === null || step_ids.includes(stepId))
}

export const parseScope = (text: string | null): Scope | null =>
  text === null ? null : (JSON.parse(text) as Scope)

/** The reach of everything that was cancelled so far. */
export function reachOfAll(narrowed: string): Reaches {
  const reaches = (JSON.parse(narrowed) as Scope[]).map(reachOf)
  return (rowId, stepId) => reaches.some((reach) => reach(rowId, stepId))
}
