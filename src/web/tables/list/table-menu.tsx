import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, call } from '../../api/index.ts'
import { MenuItem } from '../../design/index.ts'
import { useChange, useFormChange } from '../../dialogs/index.ts'
import { RenameOrMove } from '../../folders/index.ts'
import { DeleteMenu } from '../../shell/index.ts'

type Table = Answer<'listTables'>['data'][number]

/** Actions for one table of the list. */
export function TableMenu({ table }: { table: Table }) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const duplicate = useChange(() => call('duplicateTable', { params: { table_id: table.id } }), {
    keys: ['tables'],
    done: ({ table: { id: tableId, title } }) => [
      `${title} created`,
      {
        action: {
          label: 'Open',
          onClick: () => void navigate({ to: '/tables/$tableId', params: { tableId } }),
        },
      },
    ],
  })
  return (
    <>
      <DeleteMenu
        name={table.title}
        list="tables"
        consequence="Its sheets, rows, results and versions are deleted, and its runs stop. For 30 days you can restore it in Settings, Recently deleted."
        onDelete={() => call('deleteTable', { params: { table_id: table.id } })}
      >
        <MenuItem onSelect={() => setEditing(true)}>Rename or move</MenuItem>
        <MenuItem disabled={duplicate.isPending} onSelect={() => duplicate.mutate()}>
          Duplicate
        </MenuItem>
      </DeleteMenu>
      {isEditing && <TableDialog table={table} onClose={() => setEditing(false)} />}
    </>
  )
}

function TableDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const save = useFormChange(
    ({ name, folder }: { name: string; folder: number | null }) =>
      call('updateTable', { params: { table_id: table.id }, body: { title: name, folder_id: folder } }),
    { keys: ['tables'], done: ({ table: { title } }) => `${title} saved`, onSuccess: onClose },
  )
  return (
    <RenameOrMove
      name={table.title}
      folder={table.folder_id}
      state={save}
      onSave={save.mutate}
      onClose={onClose}
    />
  )
}
