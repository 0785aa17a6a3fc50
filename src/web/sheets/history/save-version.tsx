import { useState } from 'react'
import { call, invalidate } from '../../api/index.ts'
import { Button, Form, TextField } from '../../design/index.ts'
import { useFormChange } from '../../dialogs/values.ts'
import type { SheetParams } from '../queries.ts'
import { versionsKey } from './versions.ts'

/** Saves the current sheet under a name. */
export function SaveVersion({ params }: { params: SheetParams }) {
  const [name, setName] = useState('')
  const save = useFormChange(() => call('createSheetVersion', { params, body: { name: name.trim() } }), {
    done: ({ version }) => `v${version.version_number} saved`,
    onSuccess: async () => {
      setName('')
      await invalidate(versionsKey(params))
    },
  })
  return (
    <Form
      label="Save a version"
      className="flex-row items-end gap-2"
      onSubmit={() => name.trim() && save.mutate()}
    >
      <div className="flex-1">
        <TextField
          label="Save the sheet as it is now"
          placeholder="Before the new prompt"
          autoComplete="off"
          value={name}
          error={save.error?.message}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" disabled={name.trim() === ''} isBusy={save.isPending}>
        Save version
      </Button>
    </Form>
  )
}
