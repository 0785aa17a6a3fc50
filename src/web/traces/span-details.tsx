import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Answer, queryOf } from '../api/index.ts'
import {
  Badge,
  CopyButton,
  FoldedText,
  IconButton,
  keyboardScroll,
  QueryState,
  SidePanel,
  Tabs,
} from '../design/index.ts'
import { X } from '../icons/index.ts'
import { ErrorText } from './error-text.tsx'
import { SpanContent } from './span-content.tsx'
import { SpanStatus } from './span-status.tsx'

type Span = Answer<'readSpan'>['span']

interface Props {
  readonly traceId: string
  readonly spanId: string
  readonly onClose: () => void
}

type Part = 'content' | 'attributes'

/** The details of a span: first its messages or arguments, then all attributes. */
export function SpanDetails({ traceId, spanId, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOf(['span', traceId, spanId], 'readSpan', {
      params: { trace_id: traceId, span_id: spanId },
      query: { media: 'references' },
    }),
    placeholderData: undefined,
  })
  const span = data?.span
  const [part, setPart] = useState<Part>()
  const hasContent =
    data !== undefined &&
    (data.span.request_log_id !== null ||
      data.content.input !== null ||
      data.content.output !== null ||
      data.media.length > 0)
  return (
    <SidePanel label="Span" name="span">
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="truncate font-semibold [unicode-bidi:isolate]">{span?.name ?? 'Span'}</h2>
        {span && <SpanStatus status={span.status.status_code} />}
        <IconButton label="Close" className="ml-auto" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <QueryState query={{ data, error, refetch }} rows={5} />
      {span && (
        <Tabs
          value={part ?? (hasContent ? 'content' : 'attributes')}
          onChange={setPart}
          tabs={[
            {
              value: 'content',
              label: 'Content',
              panel: <SpanContent span={span} content={data.content} media={data.media} />,
            },
            {
              value: 'attributes',
              label: `Attributes ${Object.keys(span.attributes).length}`,
              panel: <AllDetails span={span} />,
            },
          ]}
        />
      )}
    </SidePanel>
  )
}

function AllDetails({ span }: { span: Span }) {
  const notUnderstood = new Set(span.attributes_not_understood)
  const attributes = Object.entries(span.attributes)
  return (
    <section
      aria-label="Details"
      {...keyboardScroll}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto px-4 py-3"
    >
      {span.status.description && <ErrorText text={span.status.description} />}
      <Pairs
        pairs={[
          ['Started', new Date(Number(BigInt(span.start_time) / 1_000_000n)).toISOString()],
          ['Kind', span.kind.replace('SpanKind.', '')],
          ['Convention', span.attribute_style ?? 'none known'],
          ['Library', [span.scope.name, span.scope.version].filter(Boolean).join(' ') || '–'],
          ['Span id', span.context.span_id],
        ]}
      />
      <Section title="Attributes" count={attributes.length}>
        <Pairs pairs={attributes.filter(([key]) => !notUnderstood.has(key)).map(pair)} />
      </Section>
      {notUnderstood.size > 0 && (
        <Section title="Not understood" count={notUnderstood.size}>
          <p className="text-small text-ink-faint">
            These attributes are stored with the span. The request in the log does not have them.
          </p>
          <Pairs pairs={attributes.filter(([key]) => notUnderstood.has(key)).map(pair)} />
        </Section>
      )}
      <Events events={span.events} />
      {span.links.length > 0 && (
        <Section title="Links" count={span.links.length}>
          <FoldedText isCode text={JSON.stringify(span.links, null, 2)} />
        </Section>
      )}
      <Section title="Resource" count={Object.keys(span.resource.attributes).length}>
        <Pairs pairs={Object.entries(span.resource.attributes).map(pair)} />
      </Section>
      <div className="flex items-center gap-1 text-small text-ink-faint">
        The whole span as JSON <CopyButton name="span" text={JSON.stringify(span, null, 2)} />
      </div>
    </section>
  )
}

const Events = ({ events }: { events: readonly unknown[] }) =>
  events.length > 0 && (
    <Section title="Events" count={events.length}>
      {(events as readonly { name?: unknown; attributes?: object }[]).map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events of a span have no ids, and their order never changes.
        <div key={index} className="rounded-md border bg-surface p-2">
          <p className="mb-1 font-medium [unicode-bidi:isolate]">
            {String(event.name ?? 'event').slice(0, 200)}
          </p>
          <Pairs pairs={Object.entries(event.attributes ?? {}).map(pair)} />
        </div>
      ))}
    </Section>
  )

const Section = ({ title, count, children }: { title: string; count: number; children: ReactNode }) => (
  <section className="flex flex-col gap-1.5">
    <h3 className="flex items-center gap-1.5 text-small font-semibold text-ink-soft">
      {title} <Badge>{count}</Badge>
    </h3>
    {children}
  </section>
)

const Pairs = ({ pairs }: { pairs: readonly (readonly [string, string])[] }) => (
  <dl className="grid grid-cols-[minmax(7rem,12rem)_1fr] gap-x-3 gap-y-1">
    {pairs.map(([key, value]) => (
      <div key={key} className="contents">
        <dt className="text-ink-soft [overflow-wrap:anywhere] [unicode-bidi:isolate]">{key}</dt>
        <dd className="min-w-0">
          <FoldedText text={value} />
        </dd>
      </div>
    ))}
  </dl>
)

const pair = ([key, value]: [string, unknown]): [string, string] => [
  key,
  typeof value === 'string' ? value : JSON.stringify(value),
]
