import type { SheetOperationRow, SheetRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { presentOperation } from '../../runs/present-operation.ts'
import { selectSheetsOf } from '../storage/sheet-queries.ts'
import { isUnderWay } from '../storage/under-way.ts'
import { readUuid } from '../storage/uuid.ts'
import {
  selectLatestCards,
  selectLatestRuns,
  selectLatestScores,
  selectPresentTables,
} from './overview-queries.ts'

interface Scored {
  readonly sheet: number
  readonly source: 'score' | 'scorecard'
  readonly score: number | null
  readonly verdict: string | null
  readonly completed_at: number | null
}

export const listTableOverviews: Handler<'listTableOverviews'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const db = store.db
  const asked = [...new Set(query.table_id.map(readUuid).filter((id) => id !== null))]
  const there = await selectPresentTables(db, workspace, asked)
  const sheets = await selectSheetsOf(db, workspace, [...there])
  const numbers = sheets.map(({ number }) => number)
  const [runs, scores, cards] = await Promise.all([
    selectLatestRuns(db, workspace, numbers),
    selectLatestScores(db, workspace, numbers),
    selectLatestCards(db, workspace, numbers),
  ])
  const ofSheet = {
    runs: new Map(runs.map((run) => [run.sheet, run])),
    // Of the score configuration where there is one, as everywhere.
    scored: new Map([
      ...Map.groupBy<number, Scored>(
        cards.map((card) => ({ ...card, source: 'scorecard' })),
        ({ sheet }) => sheet,
      ),
      ...Map.groupBy<number, Scored>(
        scores.map((score) => ({ ...score, verdict: null, source: 'score' })),
        ({ sheet }) => sheet,
      ),
    ]),
  }
  const byTable = Map.groupBy(sheets, ({ table_id }) => table_id)
  return {
    success: true as const,
    overviews: asked
      .filter((id) => there.has(id))
      .map((id) => presentOverview(id, byTable.get(id) ?? [], ofSheet)),
  }
}

interface OfSheet {
  readonly runs: ReadonlyMap<number, SheetOperationRow>
  /** The newest first. */
  readonly scored: ReadonlyMap<number, readonly Scored[]>
}

function presentOverview(id: string, sheets: readonly SheetRow[], ofSheet: OfSheet) {
  const scored = sheets.find(({ number }) => ofSheet.scored.has(number))
  return {
    table_id: id,
    row_count: sheets.reduce((sum, { row_count }) => sum + row_count, 0),
    run: presentRun(sheets, ofSheet),
    score: scored ? presentScored(scored, ofSheet.scored.get(scored.number)!) : null,
  }
}

function presentRun(sheets: readonly SheetRow[], { runs }: OfSheet) {
  const shown = sheets
    .flatMap((sheet) => {
      const run = runs.get(sheet.number)
      return run ? [{ sheet, run }] : []
    })
    .toSorted(
      (a, b) => Number(isUnderWay(b.run)) - Number(isUnderWay(a.run)) || b.run.created_at - a.run.created_at,
    )[0]
  if (!shown) return null
  const { sheet, run } = shown
  const { operation_id, status, cell_count, completed_count, failed_count, pending_count } = presentOperation(
    sheet,
    run,
  )
  return {
    ...{ sheet_id: sheet.id, operation_id, status },
    ...{ cell_count, completed_count, failed_count, pending_count },
    created_at: isoTime(run.created_at),
    updated_at: isoTime(run.updated_at),
  }
}

function presentScored(sheet: SheetRow, [newest, before]: readonly Scored[]) {
  const { source, score, verdict, completed_at } = newest!
  return {
    sheet_id: sheet.id,
    source,
    score,
    verdict,
    previous_score: before?.score ?? null,
    calculated_at: isoTime(completed_at ?? 0),
  }
}
