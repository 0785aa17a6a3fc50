import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { call } from '../../api/index.ts'
import { type Config, isPaid } from '../../columns/forms.ts'
import { useFormChange } from '../../dialogs/values.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

export interface Draft {
  readonly title: string
  readonly type: ColumnTypeName
  readonly config: Config
  readonly isOutput: boolean
}

/** Number of rows that "Save and test" runs. */
export const testedRows = 5

interface Options {
  readonly column: Column | undefined
  readonly rowCount: number
  /** True if a source has no value in any row, so that no cell can be computed yet. */
  readonly isBlocked: boolean
  readonly onSaved: (column: Column, isTest: boolean) => void
}

interface Saving {
  readonly draft: Draft
  /** Columns that are marked as counting towards the score with this one. */
  readonly marked: readonly Pick<Column, 'id'>[]
  readonly isTest: boolean
}

/** Saves the column, and runs its first rows if requested. */
export function useSaveColumn(params: SheetParams, { column, rowCount, isBlocked, onSaved }: Options) {
  return useFormChange(
    async ({ draft, marked, isTest }: Saving) => {
      const saved = await save(params, column, draft, !isTest && !isBlocked && !isPaid(draft.type))
      for (const { id } of marked)
        await call('updateColumn', { params: { ...params, column_id: id }, body: { is_output_column: true } })
      if (isTest && rowCount > 0) await runFirstRows(params, saved.id, Math.min(testedRows, rowCount))
      return saved
    },
    { done: (saved) => `${saved.title} saved`, onSuccess: (saved, { isTest }) => onSaved(saved, isTest) },
  )
}

async function save(params: SheetParams, column: Column | undefined, draft: Draft, queue_cells: boolean) {
  const { title, type, config, isOutput } = draft
  const body = { title, config: type === 'TEXT' ? null : { ...config }, is_output_column: isOutput }
  if (column) {
    const columnParams = { ...params, column_id: column.id }
    return (await call('updateColumn', { params: columnParams, body })).column
  }
  return (await call('createColumn', { params, body: { ...body, type, queue_cells } })).column
}

async function runFirstRows(params: SheetParams, column: string, rows: number): Promise<void> {
  const row_ids = Array.from({ length: rows }, (_none, row) => row)
  const statuses = ['STALE' as const, 'FAILED' as const, 'COMPLETED' as const]
  await call('createOperation', {
    params,
    body: { operation: 'recalculate', column_ids: [column], row_ids, statuses },
  })
}
