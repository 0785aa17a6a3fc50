import type { ModelChoice } from '../../../engine/columns/index.ts'
import { type PromptConfig, promptNeeds } from '../../../engine/columns/prompt/config.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { defaultEvaluator } from '../../../engine/running/index.ts'
import type { Limits } from '../../../engine/schedule/index.ts'
import type { Context } from '../../context.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { PoolName } from '../../model/slots/index.ts'
import { configOf } from '../../sheets/storage/index.ts'
import { embeddingModel, poolOf, poolOfPrompt } from '../../template-runs/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { readSettings } from '../../workspaces/index.ts'

/** The pools of columns, each with its present limits. */
export interface ForecastPools {
  /** Returns the pool of a column. If its models are unknown before the run, the column has its own pool. */
  poolOf(column: string): string
  readonly limits: ReadonlyMap<string, Limits>
  /** Null if the model is unknown before the run. */
  nameOf(pool: string): PoolName | null
}

export async function readPools(
  context: Context,
  workspace: WorkspaceId,
  columns: readonly SheetColumnRow[],
): Promise<ForecastPools> {
  const settings = await readSettings(context.store.db, workspace)
  const byColumn = new Map<string, string>()
  const pools = new Map<string, PoolName>()
  for (const column of columns) {
    const pool = await poolOfColumn(context, workspace, column, settings)
    if (!pool) continue
    const key = JSON.stringify(pool)
    byColumn.set(column.id, key)
    pools.set(key, pool)
  }
  const limits = new Map<string, Limits>()
  for (const [key, pool] of pools) limits.set(key, await context.modelSlots.limits(workspace, pool))
  return {
    poolOf: (column) => byColumn.get(column) ?? column,
    limits,
    nameOf: (pool) => pools.get(pool) ?? null,
  }
}

type Settings = Awaited<ReturnType<typeof readSettings>>

async function poolOfColumn(
  context: Context,
  workspace: WorkspaceId,
  column: SheetColumnRow,
  { evaluator_model, embedding_model }: Settings,
): Promise<PoolName | null> {
  const config = configOf(column)
  switch (column.type) {
    case 'PROMPT_TEMPLATE':
      try {
        return await poolOfPrompt(context, workspace, promptNeeds(config as PromptConfig)({}, null))
      } catch (error) {
        // The cells will report this error.
        if (error instanceof Refusal) return null
        throw error
      }
    case 'LLM_ASSERTION':
      return poolOf((config?.['model'] as ModelChoice | null) ?? evaluator_model ?? defaultEvaluator, null)
    case 'AI_DATA_EXTRACTION':
      return poolOf(evaluator_model ?? defaultEvaluator, null)
    case 'COSINE_SIMILARITY':
      return poolOf(embeddingModel(embedding_model, config?.['model'] as string | undefined), null)
    default:
      return null
  }
}
