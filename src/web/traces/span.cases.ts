import type { OutlinedSpan } from './span-tree.ts'

/** A successful step of a trace, named by its id and one millisecond long. */
export const span = (
  span_id: string,
  parent_id: string | null,
  more: Partial<OutlinedSpan> = {},
): OutlinedSpan => ({
  span_id,
  parent_id,
  name: span_id,
  kind: 'INTERNAL',
  status: 'OK',
  started_at: 0,
  ended_at: 1,
  type: 'step',
  tool_name: null,
  request_log_id: null,
  model: null,
  tokens: null,
  cost: null,
  ...more,
})
