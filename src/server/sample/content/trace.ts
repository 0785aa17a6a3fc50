import { hash } from 'node:crypto'
import { type Step, turns } from './conversation.ts'

/** Milliseconds before now of the first turn, and between two turns. */
const [sinceFirst, betweenTurns] = [3 * 3_600_000, 4 * 60_000]

/** Makes a trace for each turn of a customer's conversation, the first turn first. The same seed gives the same ids. */
export const makeTraces = (seed: string, now: number) =>
  turns.map((steps, turn) => makeTrace(steps, `${seed} ${turn}`, now - sinceFirst + turn * betweenTurns))

function makeTrace(steps: readonly Step[], seed: string, start: number) {
  const idOf = (name: string, length: number) => hash('sha256', `${seed} ${name}`).slice(0, length)
  const trace_id = idOf('trace', 32)
  const ids = steps.map((_step, index) => idOf(`span ${index}`, 16))
  const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(start + milliseconds)) * 1_000_000n)
  const spans = steps.map(({ name, from, to, parent, attributes, problem }, index) => ({
    name,
    context: { trace_id, span_id: ids[index]!, trace_state: '' },
    kind: 'SpanKind.INTERNAL' as const,
    parent_id: parent === null ? null : ids[parent]!,
    start_time: nanoseconds(from),
    end_time: nanoseconds(to),
    status: problem
      ? { status_code: 'StatusCode.ERROR' as const, description: problem }
      : { status_code: 'StatusCode.OK' as const },
    attributes,
    resource: { attributes: { 'service.name': 'support-desk' }, schema_url: '' },
  }))
  return { traceId: trace_id, spans }
}
