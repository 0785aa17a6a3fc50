import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/index.ts'
import { Avatar, Badge, Card, KeyMark, Time } from '../design/index.ts'

const maxReleases = 5

/** Release requests without a decision; hidden if there are none. */
export function WaitingReleases() {
  const { data } = useQuery(
    queryOf(['releases', 'home'], 'listReleaseRequests', { query: { status: 'open', limit: maxReleases } }),
  )
  if (!data || data.release_requests.length === 0) return null
  return (
    <Card
      title="Release requests"
      action={
        <Link to="/prompts/releases" className="text-small text-accent-ink hover:underline">
          All
        </Link>
      }
    >
      <ul className="flex flex-col">
        {data.release_requests.map((request) => (
          <li key={request.id} className="border-t">
            <Link
              to="/prompts/$promptId"
              params={{ promptId: String(request.prompt_id) }}
              search={{ v: request.version_number }}
              className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
            >
              {request.asked_by.kind === 'person' ? (
                <Avatar name={request.asked_by.name} label={request.asked_by.name} />
              ) : (
                <KeyMark />
              )}
              <bdi className="min-w-0 truncate font-medium">{request.prompt_name}</bdi>
              <Badge tone="good">
                {request.label} v{request.version_number}
              </Badge>
              <span className="ml-auto text-small text-ink-faint">
                <Time at={request.asked_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
