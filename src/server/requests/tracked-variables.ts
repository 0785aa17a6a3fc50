import { parseExact } from '../../engine/json/exact-number.ts'
import type { RequestRow } from '../db/index.ts'

/** Null when none were given after the request was logged. */
export const trackedVariables = (
  row: Pick<RequestRow, 'prompt_input_variables'>,
): Record<string, unknown> | null =>
  row.prompt_input_variables === null
    ? null
    : (parseExact(row.prompt_input_variables) as Record<string, unknown>)
