import { useState } from 'react'
import { base64Of, call } from '../../api/index.ts'
import { Field } from '../../design/index.ts'
import { FormDialog, useFormChange } from '../../dialogs/index.ts'
import type { AddRowsProps } from './add-request.tsx'

export function FromFile({ group, onAdded, onClose }: AddRowsProps) {
  const [file, setFile] = useState<File | null>(null)
  const add = useFormChange(
    async (file: File) =>
      call('createDatasetFromFile', {
        body: {
          dataset_group_id: group,
          file_name: file.name,
          file_content_base64: await base64Of(file),
        },
      }),
    {
      done: 'The file is being read',
      onSuccess: ({ dataset_id }) => onAdded(dataset_id),
    },
  )
  return (
    <FormDialog
      title="Rows from a file"
      description="A CSV or JSON file becomes the next version."
      verb="Add rows"
      isReady={file !== null}
      state={add}
      onSubmit={() => file && add.mutate(file)}
      onClose={onClose}
    >
      <Field label="File" hint="The first line of a CSV file has the names of the columns.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.json"
            className="w-full rounded-md border border-line-strong bg-surface p-1.5"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
