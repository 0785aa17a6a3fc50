import type { DatasetGroupRow, DatasetRow, Store, Tx } from '../db/index.ts'
import { nameOf } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { addTraceToSheet } from '../sheet-files/index.ts'
import { noSuchSpan, readFirstSpans } from '../traces/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noGroup } from './absent.ts'
import { addRow } from './add-row.ts'
import { draftVersion, findDraft, findVersion } from './dataset-queries.ts'
import { lockGroup } from './group-queries.ts'
import { addDataset } from './groups.ts'
import { copyRows } from './row-queries.ts'
import { spanRow, traceRow } from './trace-values.ts'

/** Unlike other operations that add rows, creates a missing draft of the group. The SDKs name a sheet, not a group. */
export const addTraceToDataset: Handler<'addTraceToDataset'> = async (context, { caller, body }) => {
  const { store, now } = context
  const { workspace } = caller
  const spanId = body.span_id ?? null
  const groupId = body.dataset_group_id
  if (groupId === undefined) {
    const address = { table_id: body.smart_table_id, sheet_id: body.sheet_id! }
    const input = {
      traceId: body.trace_id,
      spanId,
      metadata: body.metadata ?? {},
      author: nameOf(caller.actor),
    }
    return addTraceToSheet(context, workspace, address, input)
  }
  const spans = await readFirstSpans(store, workspace, body.trace_id)
  const values = spanId === null ? traceRow(body.trace_id, spans) : spanRow(body.trace_id, spans, spanId)
  if (!values) throw noSuchSpan(spans)
  return store.transact(async (tx) => {
    const time = now()
    const group = await lockGroup(tx, workspace, groupId, time)
    if (!group) throw noGroup()
    const draft = (await findDraft(tx, workspace, group.id)) ?? (await seededDraft(store, tx, group, time))
    await addRow(tx, draft, values, time)
    return {
      success: true as const,
      draft_dataset_id: draft.id,
      mode: spanId === null ? ('trace' as const) : ('span' as const),
    }
  })
}

/** Creates a draft with the rows of the newest version. */
async function seededDraft(store: Store, tx: Tx, group: DatasetGroupRow, now: number): Promise<DatasetRow> {
  const latest = await findVersion(tx, group.workspace_id as WorkspaceId, group.id, group.latest_version)
  if (!latest) return addDataset(store, tx, group, { version_number: draftVersion }, now)
  const { column_names, row_count } = latest
  const draft = await addDataset(
    store,
    tx,
    group,
    { version_number: draftVersion, column_names, row_count },
    now,
  )
  await copyRows(tx, draft, latest.id, 0, row_count)
  return draft
}
