import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Problem, Skeleton } from '../../design/index.ts'
import { MessageList, requestQuery, type ShownMessage } from '../../requests/index.ts'
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
        <Link
          to="/prompts/$promptId"
          params={{ promptId: String(data.prompt_id) }}
          search={data.prompt_version_number === null ? {} : { v: data.prompt_version_number }}
          className="truncate text-small text-accent-ink hover:underline"
        >
          Prompt {data.prompt_name}
          {data.prompt_version_number !== null && ` v${data.prompt_version_number}`}
        </Link>
      )}
      {error && <Problem error={error} className="m-0" />}
      {!data && !error && <Skeleton className="h-20" />}
      <MessageList messages={messages} media={data?.media} />
      {data?.error_message && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
          {data.error_type && <strong>{data.error_type}: </strong>}
          {data.error_message}
        </p>
      )}
    </PeekSection>
  )
}
