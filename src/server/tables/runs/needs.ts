import type { Answer, Need } from '../../../engine/columns/index.ts'
import type { Context } from '../../context.ts'
import { SandboxUnavailable } from '../../edge/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { RequestMetrics } from '../present.ts'

export interface Satisfied {
  readonly answer: Answer
  readonly spending: RequestMetrics | null
}

/** Does for a column what it cannot do itself. Throws only what is no fault of the column: storage, bugs, the signal. */
export type Satisfy = (need: Need, signal: AbortSignal) => Promise<Satisfied>

export type Spent = RequestMetrics

export function addMetrics(a: Spent | null, b: Spent | null): Spent | null {
  if (!a || !b) return a ?? b
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y)
  return {
    request_count: a.request_count + b.request_count,
    request_ids: [...a.request_ids, ...b.request_ids],
    latency_ms: sum(a.latency_ms, b.latency_ms),
    price: sum(a.price, b.price),
    input_tokens: sum(a.input_tokens, b.input_tokens),
    output_tokens: sum(a.output_tokens, b.output_tokens),
    trace_ids: [...a.trace_ids, ...b.trace_ids],
  }
}

/** The reference's figure. */
const longestCode = 6 * 60_000

/** Meets the needs of one run's columns. */
export function satisfier(context: Context, workspace: WorkspaceId): Satisfy {
  return async (need, signal) => {
    if (need.kind !== 'code') return { answer: notHere(need), spending: null }
    const { language, code, data, deadlineMilliseconds: timeoutMs = longestCode } = need
    const job = { workspace, language, code, data, timeoutMs, signal, network: false }
    try {
      const outcome = await context.sandbox.run(job)
      if (outcome.status === 'success')
        return { answer: { ok: true, value: outcome.value as never }, spending: null }
      const { kind, type, message } = outcome.error
      const failure = { code: kind === 'exception' ? 'code_failed' : kind, message: `${type}: ${message}` }
      return { answer: { ok: false, failure }, spending: null }
    } catch (error) {
      if (!(error instanceof SandboxUnavailable)) throw error
      return { answer: { ok: false, failure: { code: 'sandbox_unavailable', message: error.message } }, spending: null }
    }
  }
}

const notHere = ({ kind }: Need): Answer => ({
  ok: false,
  failure: { code: 'not_supported', message: `A need of the kind "${kind}" cannot be met here.` },
})
