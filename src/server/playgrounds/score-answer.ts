import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Scorer } from '../../contract/index.ts'
import { columnTypes, type Json, plain, readSentConfig, type Step } from '../../engine/columns/index.ts'
import { Money } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../http/handler.ts'
import { guardedStep, satisfyNeed } from '../template-runs/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { answerTitle, columnOf } from './scorer-column.ts'

interface Result {
  readonly verdict: 'pass' | 'fail' | 'error'
  readonly message: string | null
}

interface ScoredCase {
  readonly answer: { readonly text: string; readonly cost: string | null; readonly latency_ms: number | null }
  readonly values: Readonly<Record<string, unknown>>
}

interface Scoring {
  readonly context: Context
  readonly workspace: WorkspaceId
  readonly signal: AbortSignal
  readonly run: string
}

export const scoreAnswer: Handler<'scoreAnswer'> = async (context, { caller, body, visitor }) => {
  const scoring = { context, workspace: caller.workspace, signal: visitor.signal, run: randomUUID() }
  const results: Result[] = []
  for (const [index, scorer] of body.scorers.entries()) {
    // A scorer may take milliseconds for a long answer, so other calls get a turn in between.
    await setImmediate()
    results.push(await judge(scoring, scorer, body, index))
  }
  return { success: true as const, results }
}

async function judge(
  scoring: Scoring,
  scorer: Scorer,
  scoredCase: ScoredCase,
  index: number,
): Promise<Result> {
  if (scorer.kind === 'cost') return withinCost(scorer.max, scoredCase.answer.cost)
  if (scorer.kind === 'latency') return withinLatency(scorer.max_ms, scoredCase.answer.latency_ms)
  const row = rowOf(scoredCase)
  if ('variable' in scorer && scorer.variable !== undefined && isAbsent(row.get(scorer.variable)))
    return failure(`The case has no value for ${scorer.variable}.`)
  const { type, config: configInput } = columnOf(scorer, Object.keys(scoredCase.values))
  try {
    const config = readSentConfig(type, configInput)
    const column = columnTypes[type]
    const references = column.dependsOn(config)
    const evaluator = column.evaluator(config)
    const inputs = {
      values: references.map(({ target }) => row.get(target) ?? null),
      titles: references.map(({ target }) => target.trim()),
      row: () => Object.fromEntries(row),
    }
    let step = guardedStep(() => evaluator.prepare(inputs))
    while (step.kind === 'need') {
      const { need, state } = step
      const { context, workspace, signal, run } = scoring
      const options = { signal, run, isInteractive: true, budget: null, source: 'evaluation' } as const
      const { answer } = await satisfyNeed(context, workspace, need, options)
      step = guardedStep(() => evaluator.complete!(inputs, state, answer))
    }
    return resultOf(step)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('bad_request', `scorers.${index}: ${error.message}`, {
      loc: ['body', 'scorers', index],
    })
  }
}

const rowOf = ({ answer, values }: ScoredCase): ReadonlyMap<string, Json> =>
  new Map([...(Object.entries(values) as [string, Json][]), [answerTitle, answer.text]])

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

/** The result of a scorer. A judgement that is missing or failed does not pass. */
function resultOf(step: Exclude<Step, { kind: 'need' }>): Result {
  if (step.kind === 'failed') return failure(step.failure.message)
  const value = plain(step.value)
  if (value === true) return { verdict: 'pass', message: reasonIn(step.value) }
  if (value === false) return { verdict: 'fail', message: reasonIn(step.value) ?? reasonIn(step.evidence) }
  return failure('The scorer gave neither true nor false.')
}

function reasonIn(evidence: Json | undefined): string | null {
  if (typeof evidence !== 'object' || evidence === null || Array.isArray(evidence)) return null
  const { reason = null, reasoning = null } = evidence as Readonly<Record<string, Json>>
  if (typeof reasoning === 'string' && reasoning !== '') return reasoning
  return typeof reason === 'string' ? reason : null
}

const failure = (message: string): Result => ({ verdict: 'error', message })

function withinCost(max: string, cost: string | null): Result {
  if (cost === null) return failure('The price of the answer is unknown.')
  if (new Money(cost).lessThanOrEqualTo(max)) return { verdict: 'pass', message: null }
  return { verdict: 'fail', message: `The answer cost $${cost}; the limit is $${max}.` }
}

function withinLatency(max: number, latency: number | null): Result {
  if (latency === null) return failure('The latency of the answer is unknown.')
  if (latency <= max) return { verdict: 'pass', message: null }
  return { verdict: 'fail', message: `The answer took ${latency} ms; the limit is ${max} ms.` }
}
