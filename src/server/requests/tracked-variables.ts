import { parseExact } from '../../engine/json/parse-exact.ts'
import type { RequestRow } from '../db/index.ts'

/** The variables that were tracked after logging; null if there are none. */
export const trackedVariables = (
  row: Pick<RequestRow, 'prompt_input_variables'>,
): Record<string, unknown> | null =>
  row.prompt_input_variables === null
    ? null
    : (parseExact(row.prompt_input_variables) as Record<string, unknown>)
