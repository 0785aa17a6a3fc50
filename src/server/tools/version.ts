import type { z } from 'zod'
import type { ToolExecution } from '../../contract/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import type { ToolVersionRow } from '../db/index.ts'

export type Execution = z.output<typeof ToolExecution>
type AnyObject = Record<string, unknown>

/** A version of a tool. Rows are converted only here. */
export interface ToolVersion {
  readonly id: number
  readonly toolId: number
  readonly number: number
  readonly definition: AnyObject
  readonly execution: Execution | null
  /** Null without a mock response. */
  readonly mockResponse: unknown
  readonly responseSchema: AnyObject | null
  readonly commitMessage: string | null
  readonly createdAt: number
}

const parseOrNull = (text: string | null): unknown => (text === null ? null : parseExact(text))

export function versionOf(row: ToolVersionRow): ToolVersion {
  return {
    id: row.id,
    toolId: row.tool_id,
    number: row.version_number,
    definition: parseExact(row.definition) as AnyObject,
    execution: parseOrNull(row.execution) as Execution | null,
    mockResponse: parseOrNull(row.mock_response),
    responseSchema: parseOrNull(row.response_schema) as AnyObject | null,
    commitMessage: row.commit_message,
    createdAt: row.created_at,
  }
}
