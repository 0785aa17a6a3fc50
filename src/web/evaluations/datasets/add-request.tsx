import { useMutation } from '@tanstack/react-query'
import { call, errorAt } from '../../api/index.ts'
import { TextField, toast } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'

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
  return (
    <FormDialog
      title="Add a request"
      description="It becomes a row of the draft. If there is no draft, one is created."
      verb="Add row"
      state={add}
      fields={['request_log_id']}
      onSubmit={({ request = '' }) => add.mutate(Number(request))}
      onClose={onClose}
    >
      <TextField
        label="Id of the request"
        name="request"
        inputMode="numeric"
        autoFocus
        autoComplete="off"
        error={errorAt(add.error, 'request_log_id')}
      />
    </FormDialog>
  )
}
