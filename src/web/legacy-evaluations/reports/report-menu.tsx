import { useState } from 'react'
import { call, invalidate } from '../../api/index.ts'
import { ConfirmByName, MenuItem, MoreMenu } from '../../design/index.ts'
import { NameDialog, useChange, useFormChange } from '../../dialogs/index.ts'

interface Props {
  readonly report: { readonly id: number; readonly name: string }
  readonly onDeleted?: () => void
}

export function ReportMenu({ report: { id, name }, onDeleted }: Props) {
  const [dialog, openDialog] = useState<'rename' | 'delete' | null>(null)
  const refresh = () => invalidate('reports', 'report')
  const rename = useFormChange(
    (newName: string) => call('renameReport', { params: { report_id: id }, body: { name: newName } }),
    {
      done: ({ report }) => `Renamed to ${report.name}`,
      onSuccess: async () => {
        openDialog(null)
        await refresh()
      },
    },
  )
  const remove = useChange(() => call('deleteReport', { params: { report_id: id } }), {
    done: () => `${name} deleted`,
    onSuccess: async () => {
      onDeleted?.()
      await invalidate('reports')
    },
  })
  return (
    <>
      <MoreMenu label={`More for ${name}`}>
        <MenuItem onSelect={() => openDialog('rename')}>Rename</MenuItem>
        <MenuItem danger onSelect={() => openDialog('delete')}>
          Delete
        </MenuItem>
      </MoreMenu>
      {dialog === 'rename' && (
        <NameDialog
          title={`Rename ${name}`}
          verb="Rename"
          name={name}
          state={rename}
          onName={rename.mutate}
          onClose={() => openDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmByName
          onClose={() => openDialog(null)}
          verb="Delete"
          name={name}
          consequence="A run under way is cancelled. For 30 days you can restore the report in Settings, Recently deleted."
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  )
}
