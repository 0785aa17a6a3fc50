import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../api/index.ts'
import {
  Badge,
  buttonStyle,
  counted,
  FoldedText,
  isJson,
  JsonValue,
  keyboardScroll,
  Problem,
  SkeletonRows,
} from '../design/index.ts'
import { Activity, FlaskConical } from '../icons/index.ts'
import {
  duration,
  Fact,
  FactList,
  MediaView,
  MessageList,
  MessagesAround,
  messagesOf,
  priceText,
  requestQuery,
  requestTokens,
  speedText,
} from '../requests/index.ts'
import { ErrorText } from './error-text.tsx'

type Span = Answer<'readSpan'>['span']
type Content = Answer<'readSpan'>['content']
type Media = Answer<'readSpan'>['media']

interface Props {
  readonly span: Span
  readonly content: Content
  readonly media: Media
}

/**
 * The input and output of a span: the messages of a model call, or the arguments and the result of a tool.
 */
export function SpanContent({ span, content, media }: Props) {
  const { request_log_id: id, latency_ms: latency } = span
  const { data: request, error, refetch } = useQuery(requestQuery(id))
  const messages = request ? messagesOf(request) : []
  const { input, output, time_to_first_token_ms: firstToken, output_tokens_per_second: speed } = content
  return (
    <section aria-label="Content" {...keyboardScroll} className="flex min-h-0 flex-1 flex-col overflow-auto">
      <FactList>
        <Fact isNumber name="Duration">
          {latency === null ? 'not ended' : duration(latency)}
        </Fact>
        {firstToken !== null && (
          <Fact isNumber name="First token">
            {duration(firstToken)}
          </Fact>
        )}
        {speed !== null && (
          <Fact isNumber name="Speed">
            {speedText(speed)}
          </Fact>
        )}
        {request && (
          <>
            <Fact name="Model">
              <bdi>{request.model}</bdi>
            </Fact>
            <Fact isNumber name="Tokens in / out">
              {requestTokens(request)}
            </Fact>
            <Fact isNumber name="Cost">
              {priceText(request.price, request.price_source)}
            </Fact>
            {(request.attempts ?? 1) > 1 && (
              <Fact name="Attempts">
                {request.attempts}, waited {duration(request.waited_ms ?? 0)}
              </Fact>
            )}
          </>
        )}
        {id !== null && (
          <Link
            to="/requests"
            search={{ request: id }}
            className={buttonStyle({ size: 'small', className: 'self-center' })}
          >
            <Activity />
            Request {id}
          </Link>
        )}
        {id !== null && (
          <Link
            to="/playground"
            search={{ request: id }}
            className={buttonStyle({ size: 'small', className: 'self-center' })}
          >
            <FlaskConical />
            Open in playground
          </Link>
        )}
      </FactList>
      <div className="flex min-w-0 flex-col gap-3 px-4 py-3">
        {span.dropped_attributes_count > 0 && <DroppedAttributes count={span.dropped_attributes_count} />}
        {span.status.description && <ErrorText text={span.status.description} />}
        {error && <Problem error={error} onRetry={refetch} />}
        {id !== null && !request && !error && <SkeletonRows rows={4} />}
        {request && messages.length === 0 && request.body_unavailable === null && (
          <MessagesAround request={request} />
        )}
        {request && <MessageList messages={messages} media={request.media} />}
        {id === null && media.length > 0 && (
          <section aria-label="Media" className="flex flex-wrap gap-3">
            {media.map((item) => (
              <MediaView key={item.sha256} media={item} />
            ))}
          </section>
        )}
        {id === null && (
          <div className="grid gap-3 empty:hidden xl:grid-flow-col xl:auto-cols-fr">
            {input !== null && <Value title="Input" text={input} />}
            {output !== null && <Value title="Output" text={output} />}
          </div>
        )}
        {id === null && input === null && output === null && media.length === 0 && (
          <p className="text-ink-faint">
            No input or output in a known convention. All data of the span is in its attributes.
          </p>
        )}
      </div>
    </section>
  )
}

const DroppedAttributes = ({ count }: { count: number }) => (
  <p className="rounded-md bg-warning-soft px-3 py-2">
    The application left out {counted(count, 'attribute')} of this span, so messages or other content may be
    missing. Raise its limit with <code>OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT</code>.
  </p>
)

const Value = ({ title, text }: { title: ReactNode; text: string }) => (
  <article className="min-w-0 rounded-lg border bg-surface">
    <h3 className="flex items-center gap-2 border-b px-3 py-1 text-small font-medium text-ink-soft">
      {title}
      {isJson(text) && <Badge>JSON</Badge>}
    </h3>
    <div className="p-3">{isJson(text) ? <JsonValue text={text} /> : <FoldedText text={text} />}</div>
  </article>
)
