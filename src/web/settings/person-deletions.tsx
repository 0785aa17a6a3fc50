import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, addressOfCall, call } from '../api/index.ts'
import { Badge, Button, buttonStyle, counted, Time, type Tone } from '../design/index.ts'
import { Download } from '../icons/index.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { countsText, remainingText, unreadText } from './deletion-counts.ts'
import { Rows, Section } from './section.tsx'
import { useChange } from './use-change.ts'

type Deletion = Answer<'listPersonDeletions'>['person_deletions'][number]

/** Milliseconds between two reads while a deletion runs. */
const interval = 1_000

export function PersonDeletions() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['person-deletions'],
    queryFn: () => call('listPersonDeletions'),
    refetchInterval: ({ state }) =>
      state.data?.person_deletions.some((one) => one.state === 'running') ? interval : false,
  })
  return (
    <Section
      title="Deletion of a person"
      about="Deletes requests, traces, table rows, scores, comments and saved views that name a person. A receipt says what was deleted; it does not name the person."
      isLoading={!data}
      error={error}
      onRetry={refetch}
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
            {deletion.remaining.count > 0 && ` · to be changed by hand: ${remainingText(deletion.remaining)}`}
            {deletion.unread_files.length > 0 && ` · not read in full: ${unreadText(deletion.unread_files)}`}
            {deletion.under_way.length > 0 &&
              ` · delete again once it has ended: ${counted(deletion.under_way.length, 'operation')} under way`}
          </span>,
          <Action key="action" deletion={deletion} />,
        ]}
      />
      {isOpen && <DeletePersonDialog onClose={() => setOpen(false)} />}
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

function Action({ deletion: { id, state } }: { deletion: Deletion }) {
  const params = { person_deletion_id: id }
  const cancel = useChange('person-deletions', () => call('cancelPersonDeletion', { params }), {
    done: 'Deletion cancelled',
  })
  if (state === 'running')
    return (
      <Button isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Cancel
      </Button>
    )
  return (
    <a
      href={addressOfCall('readPersonDeletion', { params })}
      download={`deletion-${id}.json`}
      className={buttonStyle({})}
    >
      <Download />
      Receipt
    </a>
  )
}
