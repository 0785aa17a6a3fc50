import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate } from '../../api/index.ts'
import { Button, ConfirmByName, Menu, MenuItem, toast } from '../../design/index.ts'
import { NameDialog } from '../../dialogs/index.ts'
import { Ellipsis } from '../../icons/index.ts'

interface Props {
  readonly report: { readonly id: number; readonly name: string }
  readonly onDeleted?: () => void
}

export function ReportMenu({ report: { id, name }, onDeleted }: Props) {
  const [dialog, openDialog] = useState<'rename' | 'delete' | null>(null)
  const refresh = () => invalidate('reports', 'report')
  const rename = useMutation({
    mutationFn: (wish: string) => call('renameReport', { params: { report_id: id }, body: { name: wish } }),
    onSuccess: async ({ report }) => {
      openDialog(null)
      toast(`Renamed to ${report.name}`)
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: () => call('deleteReport', { params: { report_id: id } }),
    onSuccess: async () => {
      toast(`${name} deleted`)
      onDeleted?.()
      await invalidate('reports')
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small-icon" aria-label={`More for ${name}`}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={() => openDialog('rename')}>Rename</MenuItem>
        <MenuItem danger onSelect={() => openDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
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
      <ConfirmByName
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && openDialog(null)}
        verb="Delete"
        name={name}
        consequence="A run under way is cancelled. Settings, Recently deleted restores it for 30 days."
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
