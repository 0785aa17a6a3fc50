import { useMutation } from '@tanstack/react-query'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { call } from '../../api/index.ts'
import { type Config, isPaid } from '../../columns/forms.ts'
import { toast } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

export interface Draft {
  readonly title: string
  readonly type: ColumnTypeName
  readonly config: Config
  readonly isOutput: boolean
}

/** What is stale after a column was saved. */
export interface SavedColumn {
  readonly title: string
  readonly staleColumns: readonly string[]
}

const testedRows = 5

interface Options {
  readonly column: Column | undefined
  readonly rowCount: number
  readonly onSaved: (saved: SavedColumn, column: Column) => void
}

/** Saves, and where that is asked for runs the first rows. */
export function useSaveColumn(params: SheetParams, { column, rowCount, onSaved }: Options) {
  return useMutation({
    mutationFn: async ({ draft, isTest }: { draft: Draft; isTest: boolean }) => {
      const saved = await save(params, column, draft, isTest)
      if (isTest && rowCount > 0) await test(params, saved.column.id, Math.min(testedRows, rowCount))
      return { ...saved, isTest }
    },
    onSuccess: ({ column: after, stale, isTest }) => {
      toast(
        isTest ? `${after.title} saved; ${Math.min(testedRows, rowCount)} rows run` : `${after.title} saved`,
      )
      onSaved({ title: after.title, staleColumns: stale }, after)
    },
  })
}

async function save(params: SheetParams, column: Column | undefined, draft: Draft, isTest: boolean) {
  const { title, type, config, isOutput } = draft
  const body = { title, config: type === 'TEXT' ? null : { ...config }, is_output_column: isOutput }
  if (column) {
    const changed = await call('updateColumn', { params: { ...params, column_id: column.id }, body })
    return { column: changed.column, stale: changed.affected_column_ids }
  }
  const runsByItself = !isTest && !isPaid(type)
  const made = await call('createColumn', { params, body: { ...body, type, queue_cells: runsByItself } })
  return { column: made.column, stale: runsByItself ? [] : [made.column.id] }
}

async function test(params: SheetParams, column: string, rows: number): Promise<void> {
  const row_ids = Array.from({ length: rows }, (_none, row) => row)
  const statuses = ['STALE' as const, 'FAILED' as const, 'COMPLETED' as const]
  await call('createOperation', {
    params,
    body: { operation: 'recalculate', column_ids: [column], row_ids, statuses },
  })
}
