import { useState } from 'react'
import { call } from '../../api/index.ts'
import { TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'

export interface AddRowsProps {
  readonly group: number
  /** Called with the id of the version or draft that gets the request. */
  readonly onAdded: (dataset: number) => Promise<void>
  readonly onClose: () => void
}

export function AddRequest({ group, onAdded, onClose }: AddRowsProps) {
  const [isInvalidId, setInvalidId] = useState(false)
  const add = useFormChange(
    (request_log_id: number) =>
      call('addRequestLogToDataset', { body: { dataset_group_id: group, request_log_id } }),
    {
      done: 'Request added to the draft',
      onSuccess: ({ draft_dataset_id }) => onAdded(draft_dataset_id),
    },
  )
  return (
    <FormDialog
      title="Add a request"
      description="It becomes a row of the draft."
      verb="Add row"
      state={add}
      onSubmit={({ request_log_id: request = '' }) => {
        const isId = /^\d{1,15}$/.test(request.trim())
        setInvalidId(!isId)
        if (isId) add.mutate(Number(request))
      }}
      onClose={onClose}
    >
      <TextField
        label="ID of the request"
        name="request_log_id"
        inputMode="numeric"
        autoFocus
        autoComplete="off"
        hint="The number in the address of the request's page."
        error={isInvalidId ? 'An ID is a whole number, such as 4711.' : undefined}
      />
    </FormDialog>
  )
}
