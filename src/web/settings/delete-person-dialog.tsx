import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/index.ts'
import { Button, Dialog, Problem, TextAreaField, TextField } from '../design/index.ts'
import { useFormChange } from '../dialogs/values.ts'
import { countList, deletionLimits, remainingText, unreadText } from './deletion-counts.ts'

interface Props {
  /** The first identifier; empty if there is none yet. */
  readonly person: string
  readonly onClose: () => void
}

/** Asks for identifiers, shows a preview, then starts the deletion. */
export function DeletePersonDialog({ person, onClose }: Props) {
  const [text, setText] = useState(person)
  const [reference, setReference] = useState('')
  const identifiers = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const preview = useMutation({ mutationFn: () => call('previewPersonDeletion', { body: { identifiers } }) })
  const start = useFormChange(() => call('startPersonDeletion', { body: { identifiers, reference } }), {
    keys: ['person-deletions'],
    done: 'Deletion started',
    onSuccess: onClose,
  })
  const error = start.error ?? preview.error
  const counts = preview.data
  const items = counts ? countList(counts.found) : []
  const remaining = counts ? remainingText(counts.remaining) : ''
  return (
    <Dialog
      onClose={onClose}
      title="Delete a person"
      description={`Deletes permanently all requests, traces, table rows and other entries that contain one of these identifiers as a whole word. A trace is deleted with all its requests. ${deletionLimits}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {counts ? (
            <Button kind="danger" isBusy={start.isPending} onClick={() => start.mutate()}>
              Delete
            </Button>
          ) : (
            <Button
              kind="primary"
              disabled={identifiers.length === 0}
              isBusy={preview.isPending}
              onClick={() => preview.mutate()}
            >
              Preview
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {error && <Problem error={error} className="m-0" />}
        <TextAreaField
          label="Identifiers"
          hint="One per line: user ID, e-mail address, phone number."
          rows={4}
          value={text}
          placeholder={'customer-42\nada@example.com'}
          onChange={({ target }) => {
            setText(target.value)
            preview.reset()
            start.reset()
          }}
        />
        <TextField
          label="Reference"
          hint="Shown on the receipt, for example a ticket number. It must not name the person."
          maxLength={200}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
        {counts && (
          <section aria-label="Preview" className="rounded-lg border bg-surface p-3">
            <h3 className="font-semibold">{items.length === 0 ? 'Nothing was found' : 'To be deleted'}</h3>
            {items.length > 0 && (
              <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
            <p className="mt-2 text-small text-ink-soft">
              {!counts.is_complete &&
                'The preview stopped after 10 seconds. The deletion searches everything. '}
              Rows of datasets and audit events stay, without their content.
            </p>
            {counts.unread_files.length > 0 && (
              <p className="mt-2">Files that cannot be read in full: {unreadText(counts.unread_files)}.</p>
            )}
            {remaining !== '' && (
              <p className="mt-2">
                To be changed by hand, because it is the work of people: {remaining}. The receipt lists the
                IDs.
              </p>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}
