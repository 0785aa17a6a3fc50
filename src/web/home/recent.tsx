import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/index.ts'
import { Card, KindIcon, Time } from '../design/index.ts'

const maxRecent = 6

/** The prompts and tables that changed last; hidden if there are none. */
export function Recent() {
  const prompts = useQuery(
    queryOf(['prompts', 'home'], 'listPrompts', {
      query: { sort_by: 'updated_at', sort_order: 'desc', page: 1, per_page: maxRecent },
    }),
  )
  const tables = useQuery(
    queryOf(['tables', 'overviews', 'changes'], 'listLatestTableOverviews', {
      query: { by: 'changes', limit: maxRecent },
    }),
  )
  if (!prompts.data || !tables.data) return null
  const changes = [
    ...prompts.data.prompts.map(({ id, name, latest_version, commit_message, updated_at }) => ({
      kind: 'prompt' as const,
      id: String(id),
      name,
      detail: `v${latest_version}${commit_message ? `: ${commit_message}` : ''}`,
      at: updated_at,
    })),
    ...tables.data.overviews.map(({ table_id, title, updated_at }) => ({
      kind: 'table' as const,
      id: table_id,
      name: title,
      detail: 'Table',
      at: updated_at,
    })),
  ]
    .toSorted((left, right) => right.at.localeCompare(left.at))
    .slice(0, maxRecent)
  if (changes.length === 0) return null
  return (
    <Card title="Changed lately">
      <ul className="flex flex-col">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.id}`} className="border-t">
            <Link
              {...(change.kind === 'prompt'
                ? ({ to: '/prompts/$promptId', params: { promptId: change.id } } as const)
                : ({ to: '/tables/$tableId', params: { tableId: change.id } } as const))}
              className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
            >
              <KindIcon kind={change.kind} />
              <bdi className="max-w-[50%] truncate font-medium">{change.name}</bdi>
              <bdi className="min-w-0 flex-1 truncate text-ink-soft">{change.detail}</bdi>
              <span className="shrink-0 text-small text-ink-faint">
                <Time at={change.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
