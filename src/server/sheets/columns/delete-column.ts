import { structureEffects } from '../../../engine/sheet/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { removeColumn, replaceReferences } from '../storage/column-queries.ts'
import { countStates } from '../storage/count-states.ts'
import { preserveColumn } from '../storage/history-queries.ts'
import { loadForChange, withColumnsChanged } from '../storage/load-sheet.ts'
import { runEffects } from '../storage/run-effects.ts'
import { saveVersion } from '../storage/save-version.ts'
import { getColumn } from './update-column.ts'

/** Deletes a column. Its texts and computed cells stay stored, because saved versions have the column. */
export const deleteColumn =
  ({ runs, scoring }: SheetPorts): Handler<'deleteColumn'> =>
  async (context, { caller, params }) => {
    const { store, now } = context
    const { workspace } = caller
    const { sheets, answer } = await store.transact(async (tx) => {
      const loaded = await loadForChange(tx, workspace, params, now())
      const column = getColumn(loaded, params.column_id)
      const { sheet } = loaded
      await scoring.refuseScored(tx, loaded, column)
      const withoutColumn = withColumnsChanged(loaded, (columns) =>
        columns.filter(({ id }) => id !== column.id),
      )
      await preserveColumn(tx, sheet, column)
      await removeColumn(tx, column)
      await replaceReferences(tx, column, null, [])
      await runEffects(
        tx,
        withoutColumn,
        structureEffects(loaded.graph, withoutColumn.graph, false),
        sheet.updated_at,
      )
      await saveVersion(
        tx,
        sheet,
        null,
        { reason: 'column_deleted', column_id: column.id },
        nameOf(caller.actor),
      )
      const { counts } = await countStates(tx, withoutColumn)
      const answer = {
        success: true as const,
        message: 'The column was deleted.',
        stale_count: counts.STALE,
        version: sheet.version_count,
      }
      return { sheets: loaded.sheets.values(), answer }
    })
    await runs.recheck(context, sheets)
    return answer
  }
