import type { PersonDeletionCounts } from '../../contract/index.ts'
import { holdersOfMedia, markForRepacking } from '../bodies/index.ts'
import { chunksOf, type Tx } from '../db/index.ts'
import { countScoresOfRequests, deleteRequestsIn, requestIdsOfTrace } from '../requests/index.ts'
import { eraseRows } from '../sheets/index.ts'
import { countScoresOfTrace, deleteSpans } from '../traces/index.ts'
import { erasePlayground } from './erase-playground.ts'
import { addSubjects } from './origin-queries.ts'
import { requestSubject, traceSubject } from './origins.ts'
import {
  deleteWorkflowRuns,
  eraseDatasetRows,
  eraseEarlierColumn,
  eraseImportPlan,
  eraseReleaseNotes,
  eraseReportRows,
  eraseSearches,
  forgetSheetRows,
} from './row-queries.ts'
import type { RunningDeletion } from './running-deletion.ts'
import { countOf, isSheetStage, isTextStage, type Stage, sheetRowOf, textTables } from './stages.ts'
import { deleteCommentsOn, deleteRow, eraseAuditEvent, type Key } from './text-queries.ts'

/** Rows of a sheet that one transaction deletes, because it locks the sheet. */
const rowsPerBatch = 20

/** Deletes the rows of a stage that have these keys. */
export async function eraseNamed(
  deletion: RunningDeletion,
  stage: Stage,
  keys: readonly Key[],
): Promise<void> {
  if (keys.length === 0) return
  const ids = keys.map(([id]) => Number(id))
  if (stage === 'requests') return eraseRequests(deletion, ids)
  if (stage === 'traces' || stage === 'spans') {
    for (const traceId of new Set(keys.map(([id]) => String(id)))) await eraseTrace(deletion, traceId)
    return
  }
  if (stage === 'media') {
    for (const [hash] of keys) await eraseHolders(deletion, String(hash))
    return
  }
  if (isSheetStage(stage))
    return eraseSheetRows(
      deletion,
      keys.map((key) => sheetRowOf(stage, key)),
    )
  if (stage === 'playground_cases') {
    for (const id of new Set(ids)) await erasePlayground(deletion, id)
    return
  }
  await deletion.write((tx) => eraseSmallRows(tx, deletion, stage, keys))
}

/** Deletes the rows of one page in one transaction; these rows are small. */
async function eraseSmallRows(
  tx: Tx,
  { workspace, matcher }: RunningDeletion,
  stage: Stage,
  keys: readonly Key[],
): Promise<Partial<PersonDeletionCounts>> {
  const ids = keys.map(([id]) => Number(id))
  if (isTextStage(stage)) {
    let count = 0
    for (const key of keys)
      count +=
        stage === 'audit_events'
          ? await eraseAuditEvent(tx, workspace, Number(key[0]))
          : await deleteRow(tx, workspace, textTables[stage], key)
    return { [countOf(stage)]: count }
  }
  switch (stage) {
    case 'dataset_rows':
      for (const [dataset, positions] of secondByFirst(keys))
        await eraseDatasetRows(tx, workspace, dataset, positions)
      return { dataset_rows: keys.length }
    case 'report_cells': {
      let count = 0
      for (const [report, rows] of secondByFirst(keys)) {
        await eraseReportRows(tx, workspace, report, rows)
        count += rows.length
      }
      return { report_rows: count }
    }
    case 'dataset_searches':
      return { stored_searches: await eraseSearches(tx, workspace, ids) }
    case 'release_notes':
      return { release_notes: await eraseReleaseNotes(tx, workspace, ids) }
    case 'import_plans': {
      let count = 0
      for (const [table, id] of keys) count += await eraseImportPlan(tx, workspace, String(table), String(id))
      return { stored_searches: count }
    }
    case 'earlier_columns':
      for (const key of keys) await eraseEarlierColumn(tx, workspace, key, matcher.names)
      return { earlier_columns: keys.length }
    case 'workflow_runs':
    case 'workflow_nodes':
      return { workflow_runs: await deleteWorkflowRuns(tx, workspace, [...new Set(ids)]) }
    default:
      return {}
  }
}

/** The distinct second parts of keys, by the first part. */
function secondByFirst(keys: readonly Key[]): [number, number[]][] {
  const groups = Map.groupBy(keys, ([first]) => Number(first))
  return [...groups].map(([first, group]) => [first, [...new Set(group.map((key) => Number(key[1])))]])
}

async function eraseRequests(
  { store, workspace, id, write }: RunningDeletion,
  ids: readonly number[],
): Promise<void> {
  await deleteRequestsIn(store, workspace, ids, (batch, remove) =>
    write(async (tx) => {
      await addSubjects(tx, workspace, id, batch.map(requestSubject))
      await markForRepacking(tx, workspace, batch)
      return {
        comments: await deleteCommentsOn(tx, workspace, 'request', batch.map(String)),
        scores: await countScoresOfRequests(tx, workspace, batch),
        requests: await remove(tx),
      }
    }),
  )
}

async function eraseTrace(deletion: RunningDeletion, traceId: string): Promise<void> {
  const { store, workspace, id, write } = deletion
  await eraseRequests(deletion, await requestIdsOfTrace(store.scan, workspace, traceId))
  let isDone = false
  while (!isDone)
    await write(async (tx) => {
      const scores = await countScoresOfTrace(tx, workspace, traceId)
      const deleted = await deleteSpans(tx, store, workspace, traceId, Number.MAX_SAFE_INTEGER)
      isDone = deleted.isDone
      if (!isDone) return { spans: deleted.spans }
      await addSubjects(tx, workspace, id, [traceSubject(traceId)])
      const comments = await deleteCommentsOn(tx, workspace, 'trace', [traceId])
      return { spans: deleted.spans, traces: 1, scores: scores + deleted.sessionScores, comments }
    })
}

/** Deletes the requests and traces that refer to a medium; the medium is deleted with the last of them. */
async function eraseHolders(deletion: RunningDeletion, hash: string): Promise<void> {
  const { requests, traces } = await holdersOfMedia(deletion.store, deletion.workspace, hash)
  await eraseRequests(deletion, requests)
  for (const traceId of traces) await eraseTrace(deletion, traceId)
}

async function eraseSheetRows(
  { workspace, now, write }: RunningDeletion,
  rows: readonly (readonly [sheet: number, row: number])[],
): Promise<void> {
  for (const [sheet, sheetRows] of Map.groupBy(rows, ([number]) => number)) {
    const ids = [...new Set(sheetRows.map(([, row]) => row))]
    for (const batch of chunksOf(ids, rowsPerBatch))
      await write(async (tx) => {
        const sheetId = await eraseRows(tx, workspace, sheet, batch, now())
        const comments = await forgetSheetRows(tx, workspace, { number: sheet, id: sheetId }, batch)
        return { sheet_rows: batch.length, comments }
      })
  }
}
