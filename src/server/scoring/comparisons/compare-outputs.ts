import type { Body, Endpoints } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import {
  alignmentKeys,
  type Better,
  comparePairs,
  meanOf,
  type OutputChange,
  outputChange,
  outputRank,
  seededRandom,
  ValuePairs,
} from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { Pace } from '../../pacing/pace.ts'
import { pacedSort } from '../../pacing/paced-sort.ts'
import type { SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { addressOf } from './comparison-queries.ts'
import {
  betterOf,
  labelsOf,
  type MeasuredOutput,
  measureOutputs,
  type OpenedSide,
  openSide,
  presentOutputs,
} from './measure-outputs.ts'
import { presentPaired } from './present-paired.ts'
import { countPromptVersions } from './prompt-versions.ts'

/** One row of all sides; null for a side that lacks the row. */
type MatchedRow = (MeasuredOutput | null)[]

export const compareOutputs: Handler<'compareOutputs'> = async ({ store }, { caller, params, body }) => {
  const db = store.scan
  const { focus, key_column, change, sort, offset, limit } = body
  if (focus >= body.sides.length)
    throw new Refusal('invalid', `focus is from 1 to ${body.sides.length - 1} here.`, {
      loc: ['body', 'focus'],
    })
  const sides = await openSides(db, caller.workspace, params, body.sides)
  const better = body.better ?? betterOf(sides[focus]!)
  const measured: MeasuredOutput[][] = []
  for (const side of sides) measured.push(await measureOutputs(side, key_column))
  const pace = new Pace()
  const rows = await matchRows(sides, measured, pace)
  const comparisons: Awaited<ReturnType<typeof compareWithBaseline>>[] = []
  for (let side = 1; side < sides.length; side++)
    comparisons.push(await compareWithBaseline(rows, side, better, pace))
  const selected = await selectRows(rows, { focus, better, change, sort })
  const page = selected.slice(offset, offset + limit)
  return {
    success: true as const,
    better,
    sides: await Promise.all(
      measured.map(async (rows) => ({
        ...totalsOf(rows),
        prompt_versions: await countPromptVersions(db, caller.workspace, rows),
      })),
    ),
    comparisons,
    rows: await presentRows(sides, page, better, body.label_column),
    total_rows: selected.length,
  }
}

/** Opens the compared sides; a side without a sheet is on the sheet of the call. The first is the baseline. */
async function openSides(
  db: Database,
  workspace: WorkspaceId,
  callAddress: SheetAddress,
  inputs: Body<Endpoints['compareOutputs']>['sides'],
): Promise<OpenedSide[]> {
  const sides: OpenedSide[] = []
  for (const { sheet_id, version_id, column, judged_by } of inputs) {
    const address = sheet_id === undefined ? callAddress : await addressOf(db, workspace, sheet_id)
    if (!address) throw new Refusal('not_found', 'There is no such sheet.')
    sides.push(await openSide(db, workspace, { address, version: version_id, column, judgedBy: judged_by }))
  }
  return sides
}

/** Compares a side with the baseline: its changed rows, and the pairs of values, costs and latencies. */
async function compareWithBaseline(rows: readonly MatchedRow[], side: number, better: Better, pace: Pace) {
  const counts = { improved: 0, regressed: 0, changed: 0, same: 0, missing: 0 }
  for (const row of rows) {
    await pace.pause()
    counts[outputChange(row[0]!, row[side]!, better)]++
  }
  const paired = async (value: (row: MeasuredOutput) => number | null, isLower: boolean) => {
    const valueIn = (output: MeasuredOutput | null | undefined) => (output ? value(output) : null)
    const pairs = new ValuePairs()
    for (const row of rows) {
      await pace.pause()
      pairs.add(valueIn(row[0]), valueIn(row[side]))
    }
    return presentPaired(comparePairs(pairs, seededRandom(seed), isLower))
  }
  return {
    counts,
    value: await paired((row) => row.value, better === 'lower'),
    cost: await paired((row) => row.cost, true),
    latency_ms: await paired((row) => row.latency, true),
  }
}

/**
 * Matches rows. A side that shows the baseline's sheet is matched by row id, another sheet by key or index. Rows that
 * are not in the baseline come last.
 */
async function matchRows(
  sides: readonly OpenedSide[],
  measured: readonly MeasuredOutput[][],
  pace: Pace,
): Promise<MatchedRow[]> {
  const [baseline, ...otherSides] = measured
  const rows: MatchedRow[] = baseline!.map((row) => [row, ...otherSides.map(() => null)])
  const byId = new Map(rows.map((row) => [row[0]!.rowId, row]))
  const keysOf = (all: readonly MeasuredOutput[]) => alignmentKeys(all.map(({ key }) => key))
  const keys = keysOf(baseline!)
  const byKey = new Map(rows.map((row, index) => [keys[index]!, row]))
  for (const [index, otherRows] of otherSides.entries()) {
    const isBaselineSheet = sides[index + 1]!.sheet.id === sides[0]!.sheet.id
    const otherKeys = isBaselineSheet ? [] : keysOf(otherRows)
    for (const [position, output] of otherRows.entries()) {
      await pace.pause()
      const match = isBaselineSheet ? byId.get(output.rowId) : byKey.get(otherKeys[position]!)
      if (match) match[index + 1] = output
      else rows.push(sides.map((_side, sideIndex) => (sideIndex === index + 1 ? output : null)))
    }
  }
  return rows
}

/** A fixed seed, so that results can be reproduced. */
const seed = 1

interface Choice {
  readonly focus: number
  readonly better: Better
  readonly change: OutputChange | undefined
  readonly sort: 'row' | 'regression'
}

async function selectRows(rows: readonly MatchedRow[], { focus, better, change, sort }: Choice) {
  const selected = rows.filter(
    (row) => change === undefined || outputChange(row[0]!, row[focus]!, better) === change,
  )
  if (sort === 'row') return selected
  const ranked = selected.map((row, index) => ({
    row,
    at: index,
    ...outputRank(row[0]!, row[focus]!, better),
  }))
  const sorted = await pacedSort(ranked, (a, b) => a.rank - b.rank || a.gain - b.gain || a.at - b.at)
  return sorted.map(({ row }) => row)
}

function totalsOf(rows: readonly MeasuredOutput[]) {
  const knownValues = (value: (row: MeasuredOutput) => number | null) =>
    rows.map(value).filter((number) => number !== null)
  return {
    rows: rows.length,
    stale: rows.filter((row) => row.isOutputStale || row.isJudgementStale).length,
    mean: meanOf(knownValues((row) => row.value)),
    cost: knownValues((row) => row.cost).reduce((sum, cost) => sum + cost, 0),
    unpriced: rows.filter((row) => row.isUnpriced).length,
    latency_ms: meanOf(knownValues((row) => row.latency)),
  }
}

async function presentRows(
  sides: readonly OpenedSide[],
  page: readonly MatchedRow[],
  better: Better,
  label: string | undefined,
) {
  const outputsOf = (side: number) => page.flatMap((row) => row[side] ?? [])
  const labels = await labelsOf(sides[0]!, label, outputsOf(0))
  const presentedSides: Awaited<ReturnType<typeof presentOutputs>>[] = []
  for (const [index, side] of sides.entries())
    presentedSides.push(await presentOutputs(side, outputsOf(index)))
  return page.map((row) => ({
    label: row[0] ? (labels.get(row[0].rowId) ?? null) : null,
    changes: row.slice(1).map((after) => outputChange(row[0]!, after, better)),
    cells: row.map((output, index) => (output ? presentedSides[index]!.get(output.rowId)! : null)),
  }))
}
