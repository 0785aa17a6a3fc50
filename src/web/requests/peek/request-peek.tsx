import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../api/index.ts'
import { Button, CopyButton, FoldedText, Problem, SidePanel, SkeletonRows, Tabs } from '../../design/index.ts'
import { duration, priceText } from '../numbers.ts'
import { StatusBadge } from '../status-badge.tsx'
import { Actions } from './actions.tsx'
import { Chat } from './chat.tsx'
import { MetadataTab } from './metadata-tab.tsx'
import { requestKey } from './use-update.ts'

type Tab = 'chat' | 'json' | 'metadata'
type Request = Answer<'readRequest'>

/** One request beside the list; loaded by its id, so a link works whatever the filters hide. */
export function RequestPeek({ id, onClose }: { id: number; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('chat')
  const { data, error, refetch } = useQuery({
    queryKey: requestKey(id),
    queryFn: ({ signal }) => call('readRequest', { params: { request_id: id }, signal }),
    placeholderData: undefined,
  })
  return (
    <SidePanel label={`Request ${id}`} name="request">
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="font-semibold">Request {id}</h2>
        <CopyButton what="id" text={String(id)} />
        {data && <StatusBadge status={data.status} />}
        <Button kind="quiet" size="small-icon" aria-label="Close" className="ml-auto" onClick={onClose}>
          <X />
        </Button>
      </header>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && (
        <>
          <Numbers request={data} />
          <Actions request={data} />
          <Tabs
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'chat', label: 'Chat', panel: <Chat key={id} request={data} /> },
              { value: 'json', label: 'JSON', panel: <Json key={id} request={data} /> },
              { value: 'metadata', label: 'Metadata', panel: <MetadataTab key={id} request={data} /> },
            ]}
          />
        </>
      )}
    </SidePanel>
  )
}

function Numbers({ request }: { request: Request }) {
  const facts = [
    ['Model', `${request.provider} ${request.model}`],
    ['Latency', duration(request.latency_ms)],
    ...((request.attempts ?? 1) > 1
      ? ([['Attempts', `${request.attempts}, waited ${duration(request.waited_ms ?? 0)}`]] as const)
      : []),
    [
      'Tokens',
      `${request.input_tokens.toLocaleString('en')} / ${request.output_tokens.toLocaleString('en')}`,
    ],
    ['Cost', priceText(request.price, request.price_source)],
    ['Score', request.scores.map(({ score }) => score).join(', ') || '–'],
  ] as const
  return (
    <dl className="flex shrink-0 divide-x border-b bg-surface max-sm:flex-wrap max-sm:divide-x-0">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="min-w-0 flex-auto px-3 py-1.5 first:pl-4 max-sm:flex-none max-sm:first:w-full max-sm:not-first:pl-4"
        >
          <dt className="text-tiny text-ink-faint">{name}</dt>
          <dd className="truncate tabular-nums" title={value}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Json({ request }: { request: Request }) {
  const { success: _success, ...rest } = request
  const text = JSON.stringify(rest, null, 2)
  return (
    <section
      aria-label="JSON"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
      tabIndex={0}
      className="h-full overflow-auto px-4 pb-4"
    >
      <div className="relative rounded-lg border bg-surface p-3">
        <div className="absolute top-1.5 right-1.5">
          <CopyButton what="JSON" text={text} />
        </div>
        <FoldedText isCode text={text} className="pr-6" />
      </div>
    </section>
  )
}
