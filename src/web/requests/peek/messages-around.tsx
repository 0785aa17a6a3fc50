import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Answer, queryOf } from '../../api/index.ts'
import { QueryState } from '../../design/index.ts'
import type { ShownMessage } from '../messages.ts'
import { MessageList } from './message-view.tsx'

/** The messages of the enclosing step, for a call that its framework reported without messages. */
export function MessagesAround({ request: { request_id: id } }: { request: Answer<'readRequest'> }) {
  const { data, error, refetch } = useQuery(
    queryOf(['request', id, 'around'], 'readEnclosingStep', { params: { request_id: id } }),
  )
  const step = data?.step
  const { messages } = (step?.prompt_template ?? {}) as { messages?: readonly ShownMessage[] }
  return (
    <>
      <QueryState query={{ data, error, refetch }} rows={2} />
      {data && (
        <p className="rounded-md bg-warning-soft px-3 py-2">
          This call has no messages of its own.{' '}
          {step && (
            <>
              These are the messages of the step{' '}
              <Link
                to="/traces/$traceId"
                params={{ traceId: step.trace_id }}
                search={{ span: step.span_id }}
                className="underline"
              >
                <bdi>{step.name}</bdi>
              </Link>{' '}
              around it.
            </>
          )}
        </p>
      )}
      {messages && <MessageList messages={messages} />}
    </>
  )
}
