import { useMutation } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, ConfirmByName, Menu, MenuItem, toast } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { runs, wholeColumn } from '../runs/scopes.ts'
import type { Running } from '../runs/use-run.ts'
import type { SheetParams } from './queries.ts'

interface Props {
  readonly params: SheetParams
  readonly column: Column
  readonly running: Running
  readonly onEdit: (column: string) => void
  readonly onDeleted: () => void
}

export function ColumnMenu({ params, column, running, onEdit, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('deleteColumn', { params: { ...params, column_id: column.id } }),
    onSuccess: () => {
      toast(`${column.title} deleted`)
      onDeleted()
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small-icon" aria-label={`Column ${column.title}`}>
            <MoreHorizontal />
          </Button>
        }
      >
        <MenuItem onSelect={() => onEdit(column.id)}>Edit column</MenuItem>
        {runs(column) && <MenuItem onSelect={() => running.run(wholeColumn(column))}>Run column</MenuItem>}
        <MenuItem danger onSelect={() => setAsking(true)}>
          Delete column
        </MenuItem>
      </Menu>
      <ConfirmByName
        open={isAsking}
        onOpenChange={setAsking}
        verb="Delete"
        name={column.title}
        consequence="Its cells will be gone; what reads them becomes stale."
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
