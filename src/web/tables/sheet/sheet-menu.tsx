import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, call, invalidate } from '../../api/index.ts'
import { MenuItem } from '../../design/index.ts'
import { NameDialog, useChange } from '../../dialogs/index.ts'
import { DeleteMenu } from '../../shell/index.ts'

interface Props {
  readonly table: string
  readonly sheet: Answer<'listSheets'>['data'][number]
  /** The number of sheets of the table. */
  readonly count: number
}

/** Renames, moves, duplicates and deletes the open sheet. */
export function SheetMenu({ table, sheet, count }: Props) {
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const [isRenaming, setRenaming] = useState(false)
  const params = { table_id: table, sheet_id: sheet.id }
  const refresh = () => invalidate('tables')
  const rename = useMutation({
    mutationFn: (title: string) => call('updateSheet', { params, body: { title } }),
    onSuccess: async () => {
      await refresh()
      setRenaming(false)
    },
  })
  const move = useChange((index: number) => call('updateSheet', { params, body: { index } }), {
    onSuccess: refresh,
  })
  const duplicate = useChange(() => call('duplicateSheet', { params, body: {} }), {
    onSuccess: async ({ sheet: copy }) => {
      await refresh()
      void navigate({ search: { sheet: copy.id } })
    },
  })
  const remove = async () => {
    await call('deleteSheet', { params })
    void navigate({ search: {} })
  }
  return (
    <>
      <DeleteMenu
        name={sheet.title}
        list="tables"
        consequence="Its rows, results and versions are deleted, and its runs stop. For 30 days you can restore it in Settings, Recently deleted."
        onDelete={remove}
      >
        <MenuItem onSelect={() => setRenaming(true)}>Rename</MenuItem>
        <MenuItem disabled={duplicate.isPending} onSelect={() => duplicate.mutate()}>
          Duplicate
        </MenuItem>
        {sheet.index > 0 && <MenuItem onSelect={() => move.mutate(sheet.index - 1)}>Move left</MenuItem>}
        {sheet.index < count - 1 && (
          <MenuItem onSelect={() => move.mutate(sheet.index + 1)}>Move right</MenuItem>
        )}
      </DeleteMenu>
      {isRenaming && (
        <NameDialog
          title="Rename sheet"
          verb="Rename"
          name={sheet.title}
          state={rename}
          onName={rename.mutate}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
