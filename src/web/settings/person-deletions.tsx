import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, call } from '../api/index.ts'
import { Badge, Button, Time, type Tone } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { countsText } from './deletion-counts.ts'
import { DeletionReceipt } from './deletion-receipt.tsx'
import { Rows, Section } from './section.tsx'

type Deletion = Answer<'listPersonDeletions'>['person_deletions'][number]

const pollMilliseconds = 1_000

export function PersonDeletions() {
  const { person } = useSearch({ from: '/settings/person-deletions' })
  const navigate = useNavigate({ from: '/settings/person-deletions' })
  const [isOpen, setOpen] = useState(person !== undefined)
  const [shown, setShown] = useState<Deletion | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['person-deletions'],
    queryFn: () => call('listPersonDeletions'),
    refetchInterval: ({ state }) =>
      state.data?.person_deletions.some((deletion) => deletion.state === 'running')
        ? pollMilliseconds
        : false,
  })
  return (
    <Section
      title="Deletion of a person"
      about="Deletes requests, traces, table rows, scores, comments and saved views that name a person. A receipt says what was deleted; it does not name the person."
      query={{ data, error, refetch }}
      action={<Button onClick={() => setOpen(true)}>Delete a person…</Button>}
    >
      <Rows
        label="Deletions"
        heads={['Started', 'By', 'Reference', 'State', 'Deleted', '']}
        rows={data?.person_deletions ?? []}
        keyOf={({ id }) => id}
        empty="No person has been deleted."
        cells={(deletion) => [
          <Time key="at" at={deletion.started_at} />,
          <bdi key="who">{deletion.started_by.name}</bdi>,
          <bdi key="reference">{deletion.reference}</bdi>,
          <State key="state" deletion={deletion} />,
          <span key="deleted" className="whitespace-normal">
            {countsText(deletion.deleted)}
            {needsPeople(deletion) && (
              <span className="block text-small text-warning">The receipt says what is left to do.</span>
            )}
          </span>,
          <Action key="action" deletion={deletion} onOpen={() => setShown(deletion)} />,
        ]}
      />
      {shown && <DeletionReceipt deletion={shown} onClose={() => setShown(null)} />}
      {isOpen && (
        <DeletePersonDialog
          person={person ?? ''}
          onClose={() => {
            setOpen(false)
            void navigate({ search: {}, replace: true })
          }}
        />
      )}
    </Section>
  )
}

const styles = {
  running: ['Running', 'note'],
  done: ['Done', 'good'],
  cancelled: ['Cancelled', 'neutral'],
  failed: ['Failed', 'bad'],
} as const satisfies Record<Deletion['state'], readonly [string, Tone]>

function State({ deletion: { state, error } }: { deletion: Deletion }) {
  const [name, tone] = styles[state]
  return (
    <Badge tone={tone} title={error ?? undefined}>
      {name}
    </Badge>
  )
}

/** True if people must check entities or files that name the person, or may name them. */
const needsPeople = ({ remaining, unread_files, under_way }: Deletion): boolean =>
  remaining.count + unread_files.length + under_way.length > 0

function Action({ deletion: { id, state }, onOpen }: { deletion: Deletion; onOpen: () => void }) {
  const params = { person_deletion_id: id }
  const cancel = useChange(() => call('cancelPersonDeletion', { params }), {
    keys: ['person-deletions'],
    done: 'Deletion cancelled',
  })
  if (state === 'running')
    return (
      <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    )
  return <Button onClick={onOpen}>Receipt</Button>
}
