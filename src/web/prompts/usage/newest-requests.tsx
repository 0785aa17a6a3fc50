import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/index.ts'
import { QueryState } from '../../design/index.ts'
import { type Filters, RequestList, searchOf } from '../../requests/index.ts'

const columns = ['status', 'time', 'model', 'latency', 'tokens', 'cost', 'score'] as const
const maxRequests = 10

/** The newest requests that match the filters, with a link to the log. */
export function NewestRequests({ filters }: { filters: Filters }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['requests', 'newest', filters],
    queryFn: ({ signal }) =>
      call('searchRequests', { body: { ...searchOf(filters, Date.now()), per_page: maxRequests }, signal }),
  })
  return (
    <section aria-label="Newest requests" className="flex flex-col bg-surface">
      <h2 className="px-4 pt-3 pb-1 text-small font-medium text-ink-soft">Newest requests</h2>
      <QueryState query={{ data, error, refetch }} rows={4} />
      {data && (
        <div className="flex h-96 flex-col">
          <RequestList
            requests={data.items}
            columns={columns}
            search={{}}
            open={undefined}
            onOpen={(request) => void navigate({ to: '/requests', search: { ...filters, request } })}
            onMore={() => {}}
            isStale={false}
          />
        </div>
      )}
    </section>
  )
}
