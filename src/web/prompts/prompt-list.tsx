import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { Badge, Empty, Input, Problem, SkeletonRows } from '../design/index.ts'
import { Page } from '../shell/index.ts'

const perPage = 100

export function PromptList() {
  const { find = '' } = useSearch({ from: '/prompts' })
  const navigate = useNavigate({ from: '/prompts' })
  const { data, error, refetch } = useQuery({
    queryKey: ['prompts', find],
    queryFn: ({ signal }) =>
      call('listTemplates', { query: { name: find || undefined, per_page: perPage }, signal }),
  })
  const search = (
    <Input
      data-page-search
      aria-label="Find prompts"
      placeholder="Find by name"
      className="w-60"
      value={find}
      onChange={(event) => navigate({ search: { find: event.target.value || undefined }, replace: true })}
    />
  )
  return (
    <Page title="Prompts" actions={search}>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows />}
      {data?.items.length === 0 && <Empty title={find ? 'No prompts match' : 'No prompts yet'} />}
      {data && data.items.length > 0 && (
        <table className="w-full text-left">
          <thead className="sticky top-0 bg-surface text-small text-ink-faint">
            <tr>
              <th className="h-8 px-4 font-medium">Name</th>
              <th className="px-4 font-medium">Model</th>
              <th className="px-4 text-right font-medium">Version</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((prompt) => (
              <tr key={prompt.id} className="h-10 border-t hover:bg-sunken">
                <td className="px-4 font-medium">{prompt.prompt_name}</td>
                <td className="px-4 text-ink-soft">{prompt.metadata?.model?.name}</td>
                <td className="px-4 text-right tabular-nums">
                  <Badge>v{prompt.version}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  )
}
