import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useDeferredValue, useState } from 'react'
import { addressOfCall, call, queryOf } from '../api/index.ts'
import { Avatar, Button, CodeBlock, Dialog, Input, KeyMark, Select, ShowMore } from '../design/index.ts'
import { Download } from '../icons/index.ts'
import { ClockTime, LazyExportDialog, spanOf, TimeSelect } from '../requests/index.ts'
import { type AuditEvent, actionOf, changesOf, differencesOf, subjectOf } from './audit-event.ts'
import { Rows, Section } from './section.tsx'

/** The choice "anyone"; no person has this id. */
const anyActor = ''

export function Audit() {
  const [words, setWords] = useState('')
  const [actor, setActor] = useState(anyActor)
  const [times, setTimes] = useState<ComponentProps<typeof TimeSelect>['times']>({})
  const [isExporting, setExporting] = useState(false)
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  const searched = useDeferredValue(words.trim())
  const members = useQuery(queryOf(['members'], 'listMembers')).data?.members ?? []
  const keys = useQuery(queryOf(['api-keys'], 'listKeys')).data?.api_keys ?? []
  const search = () => {
    const span = spanOf(times, Date.now())
    return {
      q: searched || undefined,
      actor_id: actor || undefined,
      since: span ? new Date(span.from).toISOString() : undefined,
      until: span ? new Date(span.to).toISOString() : undefined,
    }
  }
  const list = useInfiniteQuery({
    queryKey: ['audit', searched, actor, times],
    queryFn: ({ signal, pageParam }) =>
      call('listAuditEvents', { query: { ...search(), before_id: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before_id }) => next_before_id ?? undefined,
  })
  return (
    <Section
      title="Audit log"
      about="Every change by people and their tools: who, what, before and after."
      query={list}
      action={
        <Button onClick={() => setExporting(true)}>
          <Download />
          Export
        </Button>
      }
    >
      <div className="flex gap-2 max-sm:flex-col">
        <Input
          data-page-search
          aria-label="Search changes"
          placeholder="Name, e-mail, label or operation"
          className="w-72 max-sm:w-full"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          label="Who"
          value={actor}
          choices={[
            { value: anyActor, label: 'Anyone' },
            ...members.map(({ person }) => ({ value: person.id, label: person.name })),
            ...keys.map(({ id, name }) => ({ value: String(id), label: `${name} (API key)` })),
          ]}
          onChange={setActor}
        />
        <TimeSelect times={times} onChange={setTimes} />
      </div>
      <Rows
        label="Changes"
        heads={['When', 'Who', 'What', 'Changed', '']}
        rows={list.data?.pages.flatMap((page) => page.audit_events) ?? []}
        keyOf={({ id }) => id}
        empty={emptyText(
          searched !== '' || actor !== anyActor || spanOf(times, 0) !== null,
          list.hasNextPage,
        )}
        cells={(event) => [
          <ClockTime key="at" at={event.at} />,
          <span key="who" className="flex items-center gap-1.5">
            {event.actor.kind === 'person' ? (
              <Avatar name={event.actor.name} className="size-5" />
            ) : (
              <KeyMark className="size-5" />
            )}
            <bdi className="truncate" title={event.actor.name}>
              {event.actor.name}
            </bdi>
          </span>,
          <span key="what" title={event.operation}>
            {actionOf(event.operation)}
          </span>,
          <Changed key="changed" event={event} />,
          <Button
            key="open"
            size="small"
            aria-label={`Details of ${actionOf(event.operation)}, ${event.id}`}
            onClick={() => setOpened(event)}
          >
            Details
          </Button>,
        ]}
      />
      <ShowMore list={list} />
      <Suspense>
        {isExporting && (
          <LazyExportDialog
            title="Export changes"
            rows="All changes"
            file="audit-log"
            formats={['jsonl', 'csv']}
            order="newest first"
            addressOf={(format) =>
              addressOfCall('exportAuditEvents', {
                query: { ...search(), format: format === 'csv' ? 'csv' : 'jsonl' },
              })
            }
            onClose={() => setExporting(false)}
          />
        )}
      </Suspense>
      {opened && <Details event={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}

function emptyText(isSearch: boolean, isMore: boolean): string {
  if (!isSearch) return 'There are no changes yet.'
  return isMore
    ? 'No match among the newest changes. To search older ones, press Show more.'
    : 'No change matches.'
}

/** The name of the changed entity, and its short fields before and after. */
function Changed({ event }: { event: AuditEvent }) {
  const differences = differencesOf(event).join(', ')
  return (
    <bdi title={[subjectOf(event), differences].filter(Boolean).join('\n')}>
      {subjectOf(event)} {differences && <span className="text-ink-soft">{differences}</span>}
    </bdi>
  )
}

const parts = [
  ['params', 'Address'],
  ['given', 'Sent'],
  ['before', 'Before'],
  ['after', 'After'],
] as const

/** The sent fields with their values before, as a table. */
function Changes({ event }: { event: AuditEvent }) {
  const changes = changesOf(event)
  return (
    changes.length > 0 && (
      <Rows
        label="Changed fields"
        heads={['Field', 'Before', 'Sent', '']}
        rows={changes}
        keyOf={({ field }) => field}
        empty=""
        cells={({ field, before, sent }) => [
          <code key="field" className="text-small">
            {field}
          </code>,
          <Value key="before" value={before} />,
          <Value key="sent" value={sent} />,
          null,
        ]}
      />
    )
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <span className="text-ink-faint">none</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <bdi title={text}>{text}</bdi>
}

const Details = ({ event, onClose }: { event: AuditEvent; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={[actionOf(event.operation), subjectOf(event)].filter(Boolean).join(': ')}
    description={`${event.actor.name}, ${new Date(event.at).toLocaleString('en')}, operation ${event.operation}`}
    wide
  >
    <div className="flex flex-col gap-3">
      <Changes event={event} />
      {parts
        .filter(([part]) => Object.keys(event[part] ?? {}).length > 0)
        .map(([part, title]) => (
          <section key={part}>
            <h3 className="mb-1 text-small font-semibold text-ink-soft">{title}</h3>
            <CodeBlock name={title} text={JSON.stringify(event[part], null, 2)} />
          </section>
        ))}
    </div>
  </Dialog>
)
