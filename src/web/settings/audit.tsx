import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../api/index.ts'
import { Button, CodeBlock, Dialog, Input, ShowMore, Time } from '../design/index.ts'
import { Rows, Section } from './section.tsx'

type Event = Answer<'listAuditEvents'>['audit_events'][number]

/**
 * Names of operations come in two forms, create_folder and createWorkflow; both read "Create folder". Some contain their
 * path, as in the reference.
 */
const words = (operation: string) => {
  const [first = '', ...rest] = operation
    .replace(/_+(rest|api|prompt_(templates|labels))_.*$/, '')
    .split(/_+|(?=[A-Z])/)
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest.map((word) => word.toLowerCase())].join(' ')
}

export function Audit() {
  const [operation, setOperation] = useState('')
  const [opened, setOpened] = useState<Event | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['audit', operation],
    queryFn: ({ signal, pageParam }) =>
      call('listAuditEvents', {
        query: { operation: operation || undefined, before_id: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, audit_events }) => (has_more ? audit_events.at(-1)?.id : undefined),
  })
  return (
    <Section
      title="Audit log"
      about="Every change by people and their tools: who, what, before and after."
      isLoading={!list.data}
      error={list.error}
      onRetry={list.refetch}
      action={
        <Input
          data-page-search
          aria-label="Operation"
          placeholder="Operation, for example create_api_key"
          className="w-72"
          value={operation}
          onChange={(event) => setOperation(event.target.value.trim())}
        />
      }
    >
      <Rows
        label="Changes"
        heads={['When', 'Who', 'What', '']}
        rows={list.data?.pages.flatMap((page) => page.audit_events) ?? []}
        keyOf={({ id }) => id}
        empty={operation ? 'No change by this operation.' : 'There are no changes yet.'}
        cells={(event) => [
          <Time key="at" at={event.at} />,
          <bdi key="who">
            {event.actor.name} <span className="text-ink-faint">{event.actor.kind}</span>
          </bdi>,
          <span key="what" title={event.operation}>
            {words(event.operation)}
          </span>,
          <Button
            key="open"
            size="small"
            aria-label={`Details of ${words(event.operation)}, ${event.id}`}
            onClick={() => setOpened(event)}
          >
            Details
          </Button>,
        ]}
      />
      <ShowMore list={list} />
      {opened && (
        <Dialog
          open
          onOpenChange={() => setOpened(null)}
          title={words(opened.operation)}
          description={`${opened.actor.name}, ${new Date(opened.at).toLocaleString('en')}`}
          wide
        >
          <div className="flex flex-col gap-3">
            {(['params', 'given', 'before', 'after'] as const).map((part) => (
              <section key={part}>
                <h3 className="mb-1 text-small font-semibold text-ink-soft">{part}</h3>
                <CodeBlock what={part} text={JSON.stringify(opened[part], null, 2)} />
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </Section>
  )
}
