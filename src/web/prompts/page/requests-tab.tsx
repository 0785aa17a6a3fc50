import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/index.ts'
import { buttonLook, Empty, Problem, SkeletonRows } from '../../design/index.ts'
import { groupOf, RequestList } from '../../requests/index.ts'

const columns = ['status', 'time', 'model', 'latency', 'tokens', 'cost', 'score'] as const
const newest = 25

/** The newest calls that were made with the prompt; the log itself has the rest. */
export function RequestsTab({ promptId }: { promptId: number }) {
  const navigate = useNavigate()
  const filters = [{ field: 'prompt_id', operator: 'eq', value: promptId }] as const
  const { data, error, refetch } = useQuery({
    queryKey: ['requests', 'of prompt', promptId],
    queryFn: ({ signal }) =>
      call('searchRequests', { body: { filter_group: groupOf(filters), per_page: newest }, signal }),
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={8} />
  if (data.items.length === 0)
    return (
      <Empty title="No requests of this prompt yet">
        Requests that an application logs with this prompt, and runs of it, are listed here.
      </Empty>
    )
  return (
    <div className="flex h-full flex-col">
      <RequestList
        requests={data.items}
        columns={columns}
        search={{}}
        open={undefined}
        onOpen={(request) => void navigate({ to: '/requests', search: { filters, request } })}
        onMore={() => {}}
        isStale={false}
      />
      <div className="border-t p-2">
        <Link to="/requests" search={{ filters }} className={buttonLook({ size: 'small' })}>
          All requests of this prompt
        </Link>
      </div>
    </div>
  )
}
