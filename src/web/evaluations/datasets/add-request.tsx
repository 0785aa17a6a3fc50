import { useMutation } from '@tanstack/react-query'
import { call, errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField, toast } from '../../design/index.ts'

export interface WayProps {
  readonly group: number
  /** Called with the id of the version or draft that gets the request. */
  readonly onAdded: (dataset: number) => Promise<void>
  readonly onClose: () => void
}

export function AddRequest({ group, onAdded, onClose }: WayProps) {
  const add = useMutation({
    mutationFn: (request_log_id: number) =>
      call('addRequestLogToDataset', { body: { dataset_group_id: group, request_log_id } }),
    onSuccess: ({ draft_dataset_id }) => {
      toast('The request is in the draft')
      return onAdded(draft_dataset_id)
    },
  })
  const problem = errorElsewhere(add.error, ['request_log_id'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a request"
      description="It becomes a row of the draft; a missing draft is begun."
      actions={
        <Button kind="primary" type="submit" form="add-request" isBusy={add.isPending}>
          Add row
        </Button>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="add-request" onSubmit={({ request = '' }) => add.mutate(Number(request))}>
        <TextField
          label="Id of the request"
          name="request"
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          error={errorAt(add.error, 'request_log_id')}
        />
      </Form>
    </Dialog>
  )
}
