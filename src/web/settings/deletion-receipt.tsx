import type { ReactNode } from 'react'
import { type Answer, addressOfCall } from '../api/index.ts'
import { Button, buttonStyle, counted, Dialog, Time } from '../design/index.ts'
import { Download } from '../icons/index.ts'
import { countList, deletionLimits, remainingNouns, unreadText } from './deletion-counts.ts'

type Deletion = Answer<'readPersonDeletion'>['person_deletion']

/** The counts of a deletion, and the entities that people must change by hand. */
export function DeletionReceipt({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const { id, deleted, remaining, unread_files, under_way, started_by, reference } = deletion
  const items = countList(deleted)
  const params = { person_deletion_id: id }
  return (
    <Dialog
      onClose={onClose}
      title="Receipt"
      description={`Deletion of a person by ${counted(deletion.identifier_count, 'identifier')}. The identifiers are not stored. ${deletionLimits}`}
      actions={
        <>
          <a
            href={addressOfCall('readPersonDeletion', { params })}
            download={`deletion-${id}.json`}
            className={buttonStyle({})}
          >
            <Download />
            Download
          </a>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name="By">
            <bdi>{started_by.name}</bdi>
          </Fact>
          {reference !== '' && (
            <Fact name="Reference">
              <bdi>{reference}</bdi>
            </Fact>
          )}
          <Fact name="Started">
            <Time at={deletion.started_at} />
          </Fact>
          {deletion.ended_at !== null && (
            <Fact name="Ended">
              <Time at={deletion.ended_at} />
            </Fact>
          )}
        </dl>
        {deletion.error !== null && <p className="text-bad">{deletion.error}</p>}
        <Part title="Deleted">
          {items.length === 0 ? (
            'Nothing'
          ) : (
            <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Part>
        {remaining.count > 0 && (
          <Part title="To be changed by hand">
            <ul className="flex flex-col gap-1">
              {remaining.items.map(({ kind, id: item }) => (
                <li key={`${kind} ${item}`} className="flex justify-between gap-4">
                  <span className="inline-block whitespace-nowrap first-letter:uppercase">
                    {remainingNouns[kind]}
                  </span>
                  <span className="truncate font-mono text-small text-ink-soft">{item}</span>
                </li>
              ))}
            </ul>
            {remaining.count > remaining.items.length && `${remaining.count - remaining.items.length} more`}
          </Part>
        )}
        {unread_files.length > 0 && (
          <Part title="Not read in full">
            {unreadText(unread_files)}. What pictures and recordings show and say is not searched.
          </Part>
        )}
        {under_way.length > 0 && (
          <Part title="Still running at the end">
            {counted(under_way.length, 'operation')} may have stored data of the person again. Start another
            deletion when they have ended.
          </Part>
        )}
      </div>
    </Dialog>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="min-w-0 truncate">{children}</dd>
  </>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-1">
    <h3 className="text-small font-medium text-ink-soft">{title}</h3>
    <div>{children}</div>
  </section>
)
