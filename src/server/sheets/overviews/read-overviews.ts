import type { Database, SheetRow, TableRow } from '../../db/index.ts'
import { isoTime } from '../../http/iso-time.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { LatestRun, LatestScore, SheetPorts } from '../ports.ts'
import { sheetsChangedSince } from '../storage/changed-since-queries.ts'
import { selectSheetsOf } from '../storage/sheet-queries.ts'
import { selectTablesById } from './overview-queries.ts'

/** Reads overviews in the order of the ids. Tables that do not exist are left out. */
export async function readOverviews(
  { runs, scoring }: Pick<SheetPorts, 'runs' | 'scoring'>,
  db: Database,
  workspace: WorkspaceId,
  ids: readonly string[],
) {
  const tables = await selectTablesById(db, workspace, ids)
  const sheets = await selectSheetsOf(db, workspace, [...tables.keys()])
  const [latestRuns, latestScores] = await Promise.all([
    runs.latest(db, workspace, sheets),
    scoring.latest(
      db,
      workspace,
      sheets.map(({ number }) => number),
    ),
  ])
  const scored = sheets.flatMap((sheet) => {
    const [newest] = latestScores.get(sheet.number) ?? []
    return newest ? [{ sheet, since: newest.sheet_revision }] : []
  })
  const changed = await sheetsChangedSince(db, scored)
  const byTable = Map.groupBy(sheets, ({ table_id }) => table_id)
  return ids
    .flatMap((id) => tables.get(id) ?? [])
    .map((table) => presentOverview(table, byTable.get(table.id) ?? [], latestRuns, latestScores, changed))
}

function presentOverview(
  { id, title, updated_at }: Pick<TableRow, 'id' | 'title' | 'updated_at'>,
  sheets: readonly SheetRow[],
  runs: ReadonlyMap<number, LatestRun>,
  scores: ReadonlyMap<number, readonly LatestScore[]>,
  changed: ReadonlySet<number>,
) {
  const scored = sheets.find(({ number }) => scores.has(number))
  return {
    table_id: id,
    title,
    updated_at: isoTime(Math.max(updated_at, ...sheets.map((sheet) => sheet.updated_at))),
    row_count: sheets.reduce((sum, { row_count }) => sum + row_count, 0),
    run: newestRun(sheets.flatMap(({ number }) => runs.get(number) ?? [])),
    score: scored ? presentScored(scored, scores.get(scored.number)!, changed.has(scored.number)) : null,
  }
}

/** The newest run; an active run goes before an ended one. */
const newestRun = (runs: readonly LatestRun[]) =>
  runs.toSorted((a, b) => Number(b.isUnderWay) - Number(a.isUnderWay) || b.createdAt - a.createdAt)[0]
    ?.presented ?? null

function presentScored(sheet: SheetRow, [newest, before]: readonly LatestScore[], isChanged: boolean) {
  const { source, score, verdict, completed_at, coverage } = newest!
  return {
    sheet_id: sheet.id,
    source,
    score,
    verdict,
    previous_score: before?.score ?? null,
    coverage,
    is_stale: isChanged,
    calculated_at: isoTime(completed_at ?? 0),
  }
}
