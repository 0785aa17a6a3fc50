import { useQuery } from '@tanstack/react-query'
import { Problem, Skeleton } from '../../design/index.ts'
import { MessageView, PromptLink, requestQuery, type ShownMessage } from '../../requests/index.ts'
import { PeekSection } from './section.tsx'

/** The conversation of the cell's last request. */
export function Chat({ request }: { request: number }) {
  const { data, error } = useQuery(requestQuery(request))
  const template = data?.prompt_blueprint.prompt_template as
    | { messages?: readonly ShownMessage[]; content?: unknown }
    | undefined
  const messages = template?.messages ?? (template ? [{ role: 'completion', content: template.content }] : [])
  return (
    <PeekSection title="Conversation">
      {data && data.prompt_id !== null && (
        <div className="flex items-center gap-2 text-small">
          <span className="text-ink-faint">Prompt</span>
          <PromptLink request={data} />
        </div>
      )}
      {error && <Problem error={error} className="m-0" />}
      {!data && !error && <Skeleton className="h-20" />}
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: logged messages have no ids, and their order never changes.
        <MessageView key={index} message={message} media={data?.media} />
      ))}
      {data?.error_message && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
          {data.error_type && <strong>{data.error_type}: </strong>}
          {data.error_message}
        </p>
      )}
    </PeekSection>
  )
}
