import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../../design/index.ts'

export function NewTable({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (title: string) => call('createTable', { body: { title, create_default_sheet: true } }),
    onSuccess: ({ table }) => {
      void client.invalidateQueries({ queryKey: ['tables'] })
      toast(`${table.title} created`)
      onClose()
      void navigate({ to: '/tables/$tableId', params: { tableId: table.id } })
    },
  })
  const elsewhere = errorElsewhere(create.error, ['title'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New table"
      description="It starts with one sheet of one text column and one row."
      actions={
        <Button kind="primary" type="submit" form="new-table" disabled={create.isPending}>
          Create table
        </Button>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="new-table" onSubmit={({ title = '' }) => create.mutate(title)}>
        <TextField
          label="Name"
          name="title"
          autoFocus
          autoComplete="off"
          error={errorAt(create.error, 'title')}
        />
      </Form>
    </Dialog>
  )
}
