/** A part of a calculation's results; null for all rows or all steps. */
export interface Scope {
  readonly row_ids: readonly number[] | null
  readonly step_ids: readonly string[] | null
}

/** True if a scope contains a result. Scopes are prepared, because this is called for each result. */
export type Reaches = (rowId: number, stepId: string) => boolean

export function reachOf({ row_ids, step_ids }: Scope): Reaches {
  const rows = row_ids && new Set(row_ids)
  return (rowId, stepId) =>
    (rows === null || rows.has(rowId)) && (step_ids === null || step_ids.includes(stepId))
}

export const parseScope = (text: string | null): Scope | null =>
  text === null ? null : (JSON.parse(text) as Scope)

/** True for results in one of the cancelled scopes. */
export function reachOfAll(narrowed: string): Reaches {
  const reaches = (JSON.parse(narrowed) as Scope[]).map(reachOf)
  return (rowId, stepId) => reaches.some((reach) => reach(rowId, stepId))
}
