import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import {
  Button,
  ConfirmByName,
  Dialog,
  Form,
  Menu,
  MenuItem,
  Problem,
  TextField,
  toast,
} from '../../design/index.ts'

interface Props {
  readonly report: { readonly id: number; readonly name: string }
  readonly onDeleted?: () => void
}

export function ReportMenu({ report: { id, name }, onDeleted }: Props) {
  const client = useQueryClient()
  const [dialog, openDialog] = useState<'rename' | 'delete' | null>(null)
  const refresh = () =>
    Promise.all(['reports', 'report'].map((root) => client.invalidateQueries({ queryKey: [root] })))
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
      await client.invalidateQueries({ queryKey: ['reports'] })
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  const problem = errorElsewhere(rename.error, ['name'])
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small-icon" aria-label={`More for ${name}`}>
            <MoreHorizontal />
          </Button>
        }
      >
        <MenuItem onSelect={() => openDialog('rename')}>Rename</MenuItem>
        <MenuItem danger onSelect={() => openDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog
        open={dialog === 'rename'}
        onOpenChange={(open) => !open && openDialog(null)}
        title={`Rename ${name}`}
        actions={
          <Button kind="primary" type="submit" form={`rename-${id}`} isBusy={rename.isPending}>
            Rename
          </Button>
        }
      >
        {problem && <Problem error={problem} className="m-0 mb-3" />}
        <Form id={`rename-${id}`} onSubmit={({ name: wish = '' }) => rename.mutate(wish.trim())}>
          <TextField
            label="Name"
            name="name"
            defaultValue={name}
            autoFocus
            autoComplete="off"
            error={errorAt(rename.error, 'name')}
          />
        </Form>
      </Dialog>
      <ConfirmByName
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && openDialog(null)}
        verb="Delete"
        name={name}
        consequence="It is archived; a run under way is cancelled."
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
