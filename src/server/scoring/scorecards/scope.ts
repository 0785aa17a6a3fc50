/** A part of a calculation's results; null for all rows or all steps. */
export interface Scope {
  readonly row_ids: readonly number[] | null
  readonly step_ids: readonly string[] | null
}

/** True if a scope contains the result of this row and step. It is called for each result, so it uses sets. */
export type ScopeTest = (rowId: number, stepId: string) => boolean

export function scopeTest({ row_ids, step_ids }: Scope): ScopeTest {
  const rows = row_ids && new Set(row_ids)
  return (rowId, stepId) =>
    (rows === null || rows.has(rowId)) && (step_ids === null || step_ids.includes(stepId))
}

export const parseScope = (text: string | null): Scope | null =>
  text === null ? null : (JSON.parse(text) as Scope)

/** True for results in one of the cancelled scopes. */
export function anyScopeTest(narrowed: string): ScopeTest {
  const tests = (JSON.parse(narrowed) as Scope[]).map(scopeTest)
  return (rowId, stepId) => tests.some((test) => test(rowId, stepId))
}
