import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../api/index.ts'
import { Badge, Button, CodeBlock, CopyButton, Problem, SkeletonRows, Tabs } from '../design/index.ts'
import { MessageView, type ShownMessage } from './message-view.tsx'
import { duration, money } from './numbers.ts'
import { StatusBadge } from './status-badge.tsx'

type Tab = 'chat' | 'json' | 'metadata'
type Request = Answer<'readRequest'>

/** One request beside the list; loaded by its id, so a link works whatever the filters hide. */
export function RequestPeek({ id, onClose }: { id: number; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('chat')
  const { data, error, refetch } = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => call('readRequest', { params: { request_id: id }, signal }),
    placeholderData: undefined,
  })
  return (
    <aside
      aria-label={`Request ${id}`}
      className="flex w-[520px] shrink-0 flex-col border-l bg-canvas max-[1100px]:w-[420px]"
    >
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
          <Tabs
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'chat', label: 'Chat', panel: <Chat request={data} /> },
              { value: 'json', label: 'JSON', panel: <Json request={data} /> },
              { value: 'metadata', label: 'Metadata', panel: <Metadata request={data} /> },
            ]}
          />
        </>
      )}
    </aside>
  )
}

function Numbers({ request }: { request: Request }) {
  const facts = [
    ['Model', `${request.provider} ${request.model}`],
    ['Latency', duration(request.latency_ms)],
    ['Tokens', `${request.input_tokens} / ${request.output_tokens}`],
    ['Cost', request.price_source === 'unknown_model' ? 'unknown' : money(request.price)],
  ]
  return (
    <dl className="flex shrink-0 flex-wrap gap-x-6 gap-y-1 border-b bg-surface px-4 py-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-tiny text-ink-faint">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Chat({ request }: { request: Request }) {
  const template = request.prompt_blueprint.prompt_template as {
    messages?: readonly ShownMessage[]
    content?: unknown
  }
  const messages = template.messages ?? [{ role: 'completion', content: template.content }]
  return (
    <div className="flex h-full flex-col gap-3 overflow-auto px-4 pb-4">
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a logged call never move.
        <MessageView key={index} message={message} />
      ))}
      {request.error_message && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
          {request.error_type && <strong>{request.error_type}: </strong>}
          {request.error_message}
        </p>
      )}
    </div>
  )
}

const Json = ({ request }: { request: Request }) => (
  <div className="h-full overflow-auto px-4 pb-4">
    <CodeBlock what="JSON" text={JSON.stringify(request, null, 2)} />
  </div>
)

function Metadata({ request }: { request: Request }) {
  const { tags, scores, metadata } = request
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto px-4 pb-4">
      <section className="flex flex-wrap gap-1">
        {tags.length === 0 && <p className="text-ink-faint">No tags.</p>}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </section>
      <Pairs title="Scores" pairs={scores.map(({ name, score }) => [name, String(score)] as const)} />
      <Pairs
        title="Metadata"
        pairs={Object.entries(metadata).map(([key, value]) => [key, shown(value)] as const)}
      />
      <Pairs
        title="Variables"
        pairs={Object.entries(request.prompt_input_variables).map(
          ([key, value]) => [key, shown(value)] as const,
        )}
      />
    </div>
  )
}

const Pairs = ({ title, pairs }: { title: string; pairs: readonly (readonly [string, string])[] }) => (
  <section>
    <h3 className="mb-1 text-small font-semibold text-ink-soft">{title}</h3>
    {pairs.length === 0 && <p className="text-ink-faint">None.</p>}
    <dl className="grid grid-cols-[10rem_1fr] gap-x-3 gap-y-1">
      {pairs.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="truncate text-ink-soft">{key}</dt>
          <dd dir="auto" className="break-words [unicode-bidi:isolate]">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
