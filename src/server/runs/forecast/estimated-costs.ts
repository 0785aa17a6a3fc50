import type { Need } from '../../../engine/columns/index.ts'
import { defaultEvaluator } from '../../../engine/running/index.ts'
import type { CellCost } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import { scanRows } from '../../sheets/index.ts'
import { configOf, type LoadedSheet, typeOf } from '../../sheets/storage/index.ts'
import { guardedStep } from '../../template-runs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'

/** The number of rows whose texts are measured. */
const measuredRows = 50
/**
 * Characters of English text per token. Other languages have fewer, so their real costs are higher than the estimate.
 */
const charactersPerToken = 4
/** Estimated tokens of an answer: a short reasoning and the verdict, as JSON. */
const answerTokens = 80

/**
 * Estimates the costs of a column that calls the evaluator model, from the texts that its first rows would send.
 * The latency is unknown. Returns no costs if these rows have no text yet, or if the column calls something else.
 */
export async function estimatedCosts(
  { store, prices, now }: Pick<Context, 'store' | 'prices' | 'now'>,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  column: LoadedSheet['columns'][number],
): Promise<readonly CellCost[]> {
  const type = typeOf(column.type)
  if (type.cost !== 'model' || column.type === 'PROMPT_TEMPLATE') return []
  const config = type.config(configOf(column))
  const sources = type
    .dependsOn(config)
    .map(({ target }) => loaded.columns.find(({ id, title }) => id === target || title === target))
  if (sources.length === 0 || sources.some((source) => source === undefined)) return []
  const sourceColumns = sources.map((source) => source!)
  const evaluator = type.evaluator(config)
  const { evaluator_model: chosen } = await readSettings(store.db, workspace)
  const priceOf = await prices.load(workspace)
  const costs: CellCost[] = []
  for await (const { rows, cells } of scanRows(store.scan, loaded, sourceColumns, { atOnce: measuredRows })) {
    for (const row of rows) {
      const contents = sourceColumns.map((source) => cells.content(source, row))
      if (contents.some(({ status, value }) => status !== 'COMPLETED' || value === null)) continue
      const inputs = {
        values: contents.map(({ value }) => value),
        titles: sourceColumns.map(({ title }) => title),
        row: () => ({}),
      }
      const step = guardedStep(() => evaluator.prepare(inputs))
      const calls = step.kind === 'need' ? judgeCallsOf(step.need) : []
      if (calls.length === 0) continue
      const inputTokens = Math.ceil(
        calls.reduce((sum, call) => sum + charactersOf(call), 0) / charactersPerToken,
      )
      const outputTokens = calls.length * answerTokens
      const { provider, name } = calls[0]!.model ?? chosen ?? defaultEvaluator
      const { price } = priceOf({
        provider,
        models: [name],
        time: now(),
        serviceTier: null,
        usage: { inputTokens, outputTokens },
      })
      costs.push({
        calls: calls.length,
        inputTokens,
        outputTokens,
        price: price === null ? null : String(price),
        latencyMilliseconds: null,
      })
    }
    return costs
  }
  return costs
}

type JudgeNeed = Extract<Need, { readonly kind: 'judge' }>

function judgeCallsOf(need: Need): readonly JudgeNeed[] {
  if (need.kind === 'judge') return [need]
  return need.kind === 'all' ? need.needs.flatMap(judgeCallsOf) : []
}

const charactersOf = ({ system, user, schema }: JudgeNeed): number =>
  system.length + user.length + JSON.stringify(schema).length
