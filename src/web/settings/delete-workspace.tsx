import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, notifyTabs, queryOf } from '../api/index.ts'
import { Button, ConfirmByName, counted, FormRow } from '../design/index.ts'
import { useChange } from '../dialogs/index.ts'

interface Props {
  readonly id: number
  readonly name: string
}

const help =
  'Deletes everything in it, for all members. Keys and invitations end at once. This cannot be undone.'

/** Deletes the workspace, after its admin has written its name. */
export function DeleteWorkspace({ id, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  const remove = useChange(() => call('deleteWorkspace', { params: { workspace_id: id }, body: { name } }), {
    onSuccess: () => {
      notifyTabs('moved')
      location.assign('/')
    },
  })
  return (
    <FormRow isDanger title="Delete workspace" help={help}>
      <Button kind="danger" className="self-start" isBusy={remove.isPending} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && (
        <Confirmation id={id} name={name} onClose={() => setOpen(false)} onConfirm={() => remove.mutate()} />
      )}
    </FormRow>
  )
}

interface ConfirmationProps extends Props {
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function Confirmation({ id, ...props }: ConfirmationProps) {
  const { data, error } = useQuery(
    queryOf(['workspace-deletion'], 'previewWorkspaceDeletion', { params: { workspace_id: id } }),
  )
  const contents = data
    ? contentsOf(data)
    : error
      ? 'Its contents could not be counted.'
      : 'Counting its contents…'
  return <ConfirmByName verb="Delete" consequence={`${help} ${contents}`} {...props} />
}

type Contents = Answer<'previewWorkspaceDeletion'>

/** The contents as one sentence. Members and kinds of which there are none are left out. */
function contentsOf(contents: Contents): string {
  const counts = [
    [contents.prompts, 'prompt'],
    [contents.workflows, 'workflow'],
    [contents.tables, 'table'],
    [contents.datasets, 'dataset'],
    [contents.requests, 'request'],
    [contents.traces, 'trace'],
    [contents.api_keys, 'API key'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, singular]) => counted(count, singular))
  const members = `${counted(contents.members, 'member')} ${contents.members === 1 ? 'loses' : 'lose'} access.`
  if (parts.length === 0) return `The workspace is empty. ${members}`
  return `To be deleted: ${new Intl.ListFormat('en').format(parts)}. ${members} Files of the log export and backups stay.`
}
