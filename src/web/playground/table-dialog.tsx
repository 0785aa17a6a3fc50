import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorAt, errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../design/index.ts'
import { makeTable } from '../tables/index.ts'
import { tableOf } from './table-of.ts'
import type { Bench } from './variant.ts'

/** Makes a table of the playground, so that people can add rows, checks and a score. */
export function TableDialog({ bench, onClose }: { bench: Bench; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: (title: string) => makeTable(tableOf(title, bench)),
    onSuccess: (tableId) => {
      void client.invalidateQueries({ queryKey: ['tables'] })
      toast('Table made. Run its cells to get answers.')
      void navigate({ to: '/tables/$tableId', params: { tableId } })
    },
  })
  const elsewhere = errorElsewhere(make.error, ['title'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Make a table"
      description="Each case becomes a row, each variable and each variant a column."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="playground-table" isBusy={make.isPending}>
            Make table
          </Button>
        </>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="playground-table" onSubmit={({ title = '' }) => make.mutate(title)}>
        <TextField
          label="Name"
          name="title"
          defaultValue={bench.variants.find(({ prompt }) => prompt)?.prompt ?? 'From the playground'}
          autoFocus
          autoComplete="off"
          error={errorAt(make.error, 'title')}
        />
      </Form>
    </Dialog>
  )
}
