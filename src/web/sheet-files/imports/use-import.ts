import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, invalidate, queryOf } from '../../api/index.ts'
import { counted, toast } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'

interface Started {
  readonly operation_id: string
}

const pollMilliseconds = 500

/** Starts an import and polls it until it ends; closing the dialog does not stop it. */
export function useImport(params: SheetParams, onDone: () => void) {
  const start = useMutation({
    mutationFn: async (begin: () => Promise<Started>) => {
      await dropBlankRow(params)
      return begin()
    },
  })
  const operation_id = start.data?.operation_id
  const { data } = useQuery({
    ...queryOf(['import', operation_id], 'readSheetImport', {
      params: { table_id: params.table_id, operation_id: operation_id! },
    }),
    enabled: operation_id !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data?.operation.status) ? false : pollMilliseconds),
    placeholderData: undefined,
  })
  const operation = data?.operation
  const status = operation?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the status becomes a final one.
  useEffect(() => {
    if (!isOver(status)) return
    void invalidate(sheetKey(params))
    if (status !== 'completed') return
    const rows = operation?.rows_added ?? 0
    toast(`${counted(rows, 'row')} imported`)
    onDone()
  }, [status])
  const stop = useMutation({
    mutationFn: () =>
      call('cancelSheetImport', { params: { table_id: params.table_id, operation_id: operation_id! } }),
  })
  return {
    operation,
    error:
      start.error ??
      (operation?.status === 'failed' ? new Error(operation.error_message ?? 'The import failed.') : null),
    isUnderWay: start.isPending || (operation_id !== undefined && !isOver(status)),
    start: start.mutate,
    stop: () => stop.mutate(),
  }
}

export type Importing = ReturnType<typeof useImport>

const isOver = (status: string | undefined) => status === 'completed' || status === 'failed'

/** Deletes the empty row of a new sheet, so that imported rows come first. */
async function dropBlankRow(params: SheetParams): Promise<void> {
  const query = { limit: 1, include_row_count: true, include_columns: false }
  const { data, row_count } = await call('listRows', { params, query })
  const cells = Object.values(data[0]?.cells ?? {})
  if (row_count === 1 && cells.every(({ value }) => isBlank(value?.value)))
    await call('deleteRows', { params, body: { row_indices: [0] } })
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
