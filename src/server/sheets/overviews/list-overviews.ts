import type { SheetRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import type { LatestRun, LatestScore, SheetPorts } from '../ports.ts'
import { selectSheetsOf } from '../storage/sheet-queries.ts'
import { readUuid } from '../storage/uuid.ts'
import { selectPresentTables } from './overview-queries.ts'

export const listTableOverviews =
  ({ runs, scoring }: SheetPorts): Handler<'listTableOverviews'> =>
  async ({ store: { db } }, { caller, query }) => {
    const { workspace } = caller
    const requestedIds = [...new Set(query.table_id.map(readUuid).filter((id) => id !== null))]
    const there = await selectPresentTables(db, workspace, requestedIds)
    const sheets = await selectSheetsOf(db, workspace, [...there])
    const [latestRuns, latestScores] = await Promise.all([
      runs.latest(db, workspace, sheets),
      scoring.latest(
        db,
        workspace,
        sheets.map(({ number }) => number),
      ),
    ])
    const byTable = Map.groupBy(sheets, ({ table_id }) => table_id)
    return {
      success: true as const,
      overviews: requestedIds
        .filter((id) => there.has(id))
        .map((id) => presentOverview(id, byTable.get(id) ?? [], latestRuns, latestScores)),
    }
  }

function presentOverview(
  id: string,
  sheets: readonly SheetRow[],
  runs: ReadonlyMap<number, LatestRun>,
  scores: ReadonlyMap<number, readonly LatestScore[]>,
) {
  const scored = sheets.find(({ number }) => scores.has(number))
  return {
    table_id: id,
    row_count: sheets.reduce((sum, { row_count }) => sum + row_count, 0),
    run: newestRun(sheets.flatMap(({ number }) => runs.get(number) ?? [])),
    score: scored ? presentScored(scored, scores.get(scored.number)!) : null,
  }
}

/** Active runs come first. */
const newestRun = (runs: readonly LatestRun[]) =>
  runs.toSorted((a, b) => Number(b.isUnderWay) - Number(a.isUnderWay) || b.createdAt - a.createdAt)[0]
    ?.presented ?? null

function presentScored(sheet: SheetRow, [newest, before]: readonly LatestScore[]) {
  const { source, score, verdict, completed_at, coverage, sheet_revision } = newest!
  return {
    sheet_id: sheet.id,
    source,
    score,
    verdict,
    previous_score: before?.score ?? null,
    coverage,
    is_stale: sheet_revision !== sheet.version_count,
    calculated_at: isoTime(completed_at ?? 0),
  }
}
