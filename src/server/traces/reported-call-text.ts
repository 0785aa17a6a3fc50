import type { ReportedCall } from '../../engine/traces/index.ts'
import type { Store } from '../db/index.ts'

type ShortForm = readonly [
  models: readonly string[],
  inputTokens: number,
  outputTokens: number,
  isFailed: 0 | 1,
  scope: string,
  detail: number,
]

/**
 * The text of `spans.call`. On SQLite the text is a list without keys and without the response id, which has its own
 * column: this saves 100 bytes per span. On PostgreSQL the text is an object, because version 0.1.0 reads it while both
 * versions run.
 */
export function reportedCallText(dialect: Store['dialect'], call: ReportedCall): string {
  if (dialect === 'postgres') return JSON.stringify(call)
  const { models, inputTokens, outputTokens, isFailed, scope, detail } = call
  return JSON.stringify([
    models,
    inputTokens,
    outputTokens,
    isFailed ? 1 : 0,
    scope,
    detail,
  ] satisfies ShortForm)
}

/** Reads both forms: rows of earlier versions hold the object. */
export function readReportedCall(text: string, responseId: string | null): ReportedCall {
  const stored = JSON.parse(text) as ReportedCall | ShortForm
  if ('models' in stored) return stored
  const [models, inputTokens, outputTokens, isFailed, scope, detail] = stored
  return { responseId, models, inputTokens, outputTokens, isFailed: isFailed === 1, scope, detail }
}
