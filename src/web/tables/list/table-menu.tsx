import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, call, errorAt } from '../../api/index.ts'
import { Field, MenuItem, Select, TextField } from '../../design/index.ts'
import { FormDialog, useChange, useFormChange } from '../../dialogs/index.ts'
import { foldersQuery, pathsOf } from '../../folders/index.ts'
import { DeleteMenu } from '../../shell/index.ts'

type Table = Answer<'listTables'>['data'][number]

/** Actions for one table of the list. */
export function TableMenu({ table }: { table: Table }) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const duplicate = useChange(() => call('duplicateTable', { params: { table_id: table.id } }), {
    keys: ['tables'],
    done: ({ table: { id: tableId, title } }) => [
      `${title} made`,
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
        consequence="Its sheets, rows, results and versions are deleted, and its runs stop. Settings, Recently deleted restores it for 30 days."
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

/** The choice "no folder"; no folder has this id. */
const none = '0'

function TableDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const { data: folders } = useQuery(foldersQuery)
  const [folder, setFolder] = useState(String(table.folder_id ?? none))
  const save = useFormChange(
    (title: string) =>
      call('updateTable', {
        params: { table_id: table.id },
        body: { title, folder_id: folder === none ? null : Number(folder) },
      }),
    { keys: ['tables'], done: ({ table: { title } }) => `${title} saved`, onSuccess: onClose },
  )
  const choices = [
    { value: none, label: 'No folder' },
    ...pathsOf(folders ?? []).map(({ id, path }) => ({ value: String(id), label: path.join(' / ') })),
  ]
  return (
    <FormDialog
      title="Rename or move"
      verb="Save"
      state={save}
      fields={['title']}
      onSubmit={({ title = '' }) => save.mutate(title)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="title"
        defaultValue={table.title}
        autoFocus
        autoComplete="off"
        error={errorAt(save.error, 'title')}
      />
      <Field label="Folder">
        {({ id }) => (
          <Select id={id} value={folder} choices={choices} onChange={setFolder} className="w-full" />
        )}
      </Field>
    </FormDialog>
  )
}
