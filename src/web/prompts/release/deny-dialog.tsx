import { useState } from 'react'
import { TextAreaField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import type { ReleaseRequest } from './queries.ts'

interface Props {
  readonly request: ReleaseRequest
  readonly isBusy: boolean
  readonly onDeny: (note: string | null) => void
  readonly onClose: () => void
}

/** Asks for the reason of a denial. The requester gets the reason in the inbox. */
export function DenyDialog({ request, isBusy, onDeny, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { label, version_number: version, prompt_name: prompt, asked_by: requester } = request
  return (
    <FormDialog
      title={`Deny ${label} on v${version}`}
      description={`${label} of ${prompt} is not moved. ${requester.name} gets your reason in the inbox.`}
      verb="Deny release"
      isDanger
      state={{ isPending: isBusy, error: null }}
      onSubmit={() => onDeny(reason.trim() === '' ? null : reason.trim())}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        autoFocus
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
