import {
  ColumnTally,
  firstScored,
  type LegacyColumn,
  migrateScore as migrated,
  readNumber,
  type ScoreConfiguration,
  type SkippedScore,
} from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { scanRows } from '../../sheets/index.ts'
import { type LoadedSheet, loadForChange, loadSheet } from '../../sheets/storage/index.ts'
import {
  describeScorecard,
  findScorecard,
  parseSteps,
  readSteps,
  type ScorecardContent,
  type SentStep,
  saveScorecard,
} from '../scorecards/index.ts'
import { readUnchecked, type ScoredColumn, scoredColumns } from './score-config.ts'
import { deleteScore, findScore } from './score-queries.ts'

type Migrated = ReturnType<typeof migrated>

/**
 * Converts the score to steps of the existing scorecard. Parts that cannot be converted are reported and stay in the
 * configuration.
 */
export const migrateScore: Handler<'migrateScore'> = async (context, { caller, params, body }) => {
  const { store, jobs, now } = context
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const { steps, skipped } = await stepsOf(store.scan, loaded)
  const outcome = await store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const existing = await findScorecard(tx, loaded.sheet)
    const existingSteps = existing ? parseSteps(existing.steps) : []
    const added = steps.filter(
      ({ title, primitive_config }) =>
        !existingSteps.some(
          (step) => step.title === title && sameConfig(step.primitive_config, primitive_config),
        ),
    )
    const content: ScorecardContent = {
      name: existing?.name ?? 'Scorecard',
      evaluated_column_ids: existing ? (JSON.parse(existing.evaluated_column_ids) as string[]) : [],
      // Existing steps stay as they are, even if they would be refused now.
      steps: [...existingSteps, ...readSteps(added as SentStep[], [], loaded, loaded.sheet.updated_at)],
      aggregation: existing ? (JSON.parse(existing.aggregation) as Record<string, unknown>) : {},
      display_config: parse(existing?.display_config),
      baseline_config: parse(existing?.baseline_config),
    }
    const saved =
      added.length > 0
        ? await saveScorecard(context, tx, loaded, existing, content)
        : { scorecard: existing, cancelledIds: [] }
    const deleted = body.delete_legacy_score && steps.length > 0 && skipped.length === 0
    if (deleted) await deleteScore(tx, loaded.sheet)
    return { loaded, ...saved, deleted }
  })
  for (const run of outcome.cancelledIds) jobs.cancelled(run)
  return {
    success: true as const,
    scorecard: outcome.scorecard
      ? (await describeScorecard(context, outcome.loaded, outcome.scorecard)).scorecard
      : null,
    converted_count: steps.length,
    skipped: [...skipped],
    legacy_score_deleted: outcome.deleted,
    version: outcome.loaded.sheet.version_count,
  }
}

const parse = (text: string | null | undefined) =>
  text == null ? null : (JSON.parse(text) as Record<string, unknown>)

const sameConfig = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Steps {
  readonly steps: Migrated['steps']
  readonly skipped: readonly (SkippedScore | { readonly reason: string; readonly score_type: null })[]
}

async function stepsOf(db: Database, loaded: LoadedSheet): Promise<Steps> {
  const stored = await findScore(db, loaded.sheet)
  if (!stored) return { steps: [], skipped: [{ reason: 'not_configured', score_type: null }] }
  const configuration = readUnchecked(stored)
  const legacy = await legacyColumns(db, loaded, scoredColumns(loaded, configuration), configuration)
  return migrated(configuration, legacy.scored, legacy.columns)
}

async function legacyColumns(
  db: Database,
  loaded: LoadedSheet,
  choices: readonly (readonly ScoredColumn[])[],
  { columnIds, winner }: ScoreConfiguration,
): Promise<{ scored: readonly string[]; columns: Map<string, LegacyColumn> }> {
  const candidates = choices.map((columns) =>
    columns.map(({ column, rules }) => ({
      column,
      hasAssertions: rules.meaning === 'boolean',
      tally: new ColumnTally(rules),
      range: null as LegacyColumn['range'],
    })),
  )
  const sums = candidates.flat()
  for await (const { rows, cells } of scanRows(db, loaded))
    for (const row of rows)
      for (const sum of sums) {
        const { status, value } = cells.content(sum.column, row)
        sum.tally.add(status, value)
        const number = status === 'COMPLETED' ? readNumber(value) : null
        if (number !== null) sum.range = widened(sum.range, number)
      }
  const legacy = new Map<string, LegacyColumn>()
  // The column and label of the winner may be columns that are not scored.
  for (const { id, title } of loaded.columns)
    if (id === winner?.column || id === winner?.label)
      legacy.set(id, { id, title, resolved: null, hasAssertions: false, range: null })
  const scoredColumns = firstScored(candidates, ({ tally }) => tally.result().score)
  for (const { column, hasAssertions, tally, range } of scoredColumns) {
    const { id, title } = column
    legacy.set(id, { id, title, resolved: tally.result().resolved, hasAssertions, range })
  }
  const scored = columnIds.length > 0 ? columnIds : scoredColumns.map(({ column }) => column.id)
  return { scored, columns: legacy }
}

const widened = (range: LegacyColumn['range'], number: number) => ({
  lowest: Math.min(range?.lowest ?? number, number),
  highest: Math.max(range?.highest ?? number, number),
})
