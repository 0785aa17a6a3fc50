import { useState } from 'react'
import { call } from '../../api/index.ts'
import { TextField } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import { filterOf, firstChoice, RequestFields } from '../../sheet-files/index.ts'
import type { AddRowsProps } from './add-request.tsx'

/** Makes the next version from logged requests, newest first; runs can apply the filter again. */
export function FromFilter({ group, onAdded, onClose }: AddRowsProps) {
  const [chosen, setChosen] = useState(firstChoice)
  const add = useFormChange(
    ({ words, limit }: { words: string; limit: number }) =>
      call('createDatasetFromFilter', {
        body: {
          dataset_group_id: group,
          filter_group: filterOf(chosen, Date.now()),
          ...(words !== '' && { q: words }),
          sort_by: 'request_start_time',
          sort_order: 'desc',
          limit,
        },
      }),
    {
      done: 'Requests are being added',
      onSuccess: ({ dataset_id }) => onAdded(dataset_id),
    },
  )
  return (
    <FormDialog
      title="Rows from requests"
      description="Their variables, answers and figures become columns of the next version."
      verb="Add rows"
      state={add}
      onSubmit={({ words = '', limit = '' }) =>
        add.mutate({ words: words.trim(), limit: Math.max(1, Math.trunc(Number(limit)) || 1) })
      }
      onClose={onClose}
    >
      <RequestFields chosen={chosen} onChoose={setChosen} />
      <TextField label="With the words" name="words" autoComplete="off" />
      <TextField label="At most" name="limit" type="number" min={1} defaultValue="100" />
    </FormDialog>
  )
}
