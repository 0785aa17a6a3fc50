import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Folder } from 'lucide-react'
import { useState } from 'react'
import { type Answer, useMay } from '../../api/index.ts'
import { classNames, Time } from '../../design/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import { LabelBadge } from '../label-badge.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useRecentRequests } from './use-recent-requests.ts'

export type ListedPrompt = Answer<'listPrompts'>['prompts'][number]
type Sort = 'name' | 'updated_at'
type Order = 'asc' | 'desc'

interface Props {
  readonly prompts: readonly ListedPrompt[]
  readonly sort: Sort
  readonly order: Order
}

export function PromptTable({ prompts, sort, order }: Props) {
  const requestsOf = useRecentRequests()
  const navigate = useNavigate()
  const mayChange = useMay('contributor')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(-1)
  const go = (by: number) => setAt((now) => Math.min(prompts.length - 1, Math.max(0, now + by)))
  const open = () => {
    const promptId = prompts[at]?.id
    if (promptId !== undefined)
      void navigate({ to: '/prompts/$promptId', params: { promptId: String(promptId) } })
  }
  useShortcuts({ j: () => go(1), k: () => go(-1), ...(at >= 0 && { Enter: open }) })
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const head = { sort, order }
  return (
    <>
      {chosen.size > 0 && (
        <SelectionBar
          prompts={prompts.filter(({ id }) => chosen.has(id))}
          onDone={() => setChosen(new Set())}
        />
      )}
      <table className="w-full text-left">
        <thead className="sticky top-0 z-10 bg-surface text-small text-ink-faint">
          <tr className="border-b">
            {mayChange && (
              <td className="w-8 pl-4">
                <span className="sr-only">Selected</span>
              </td>
            )}
            <SortedHead {...head} by="name">
              Name
            </SortedHead>
            <th className="px-4 font-medium">Folder</th>
            <th className="px-4 font-medium">Latest</th>
            <th className="px-4 font-medium">Labels</th>
            <th className="px-4 font-medium">Model</th>
            <th className="px-4 text-right font-medium whitespace-nowrap">Requests, 7 d</th>
            <SortedHead {...head} by="updated_at">
              Last change
            </SortedHead>
          </tr>
        </thead>
        <tbody>
          {prompts.map((prompt, index) => (
            <tr
              key={prompt.id}
              className={classNames('h-10 border-b hover:bg-sunken', index === at && 'bg-accent-soft')}
            >
              {mayChange && (
                <td className="pl-4">
                  <input
                    type="checkbox"
                    aria-label={`Select ${prompt.name}`}
                    className="block size-3.5 accent-accent"
                    checked={chosen.has(prompt.id)}
                    onChange={() => toggle(prompt.id)}
                  />
                </td>
              )}
              <td className="max-w-72 px-4 font-medium">
                <Link
                  to="/prompts/$promptId"
                  params={{ promptId: String(prompt.id) }}
                  className="block truncate hover:underline"
                >
                  <bdi>{prompt.name}</bdi>
                </Link>
              </td>
              <td className="max-w-48 px-4 text-ink-soft">
                {prompt.folder_path.length > 0 && (
                  <span className="flex items-center gap-1.5" title={prompt.folder_path.join(' / ')}>
                    <Folder className="size-3.5 shrink-0" aria-hidden />
                    <bdi className="truncate">{prompt.folder_path.at(-1)}</bdi>
                  </span>
                )}
              </td>
              <td className="px-4 tabular-nums">v{prompt.latest_version}</td>
              <td className="min-w-44 px-4">
                <span className="flex flex-wrap gap-1 py-1">
                  {prompt.labels.map(({ id, name, version }) => (
                    <LabelBadge key={id} name={name} version={version} />
                  ))}
                </span>
              </td>
              <td className="max-w-48 truncate px-4 text-ink-soft">
                {prompt.model?.name ?? (prompt.is_snippet ? 'snippet' : '')}
              </td>
              <td className="px-4 text-right tabular-nums">
                <Link
                  to="/prompts/$promptId"
                  params={{ promptId: String(prompt.id) }}
                  search={{ tab: 'requests' }}
                  className="hover:underline"
                >
                  {requestsOf(prompt.id)?.toLocaleString('en')}
                </Link>
              </td>
              <td className="max-w-64 px-4 text-ink-soft">
                <span className="flex gap-1.5">
                  {prompt.commit_message && <bdi className="truncate">{prompt.commit_message}</bdi>}
                  <span className="shrink-0 text-ink-faint">
                    <Time at={prompt.updated_at} />
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface HeadProps {
  readonly sort: Sort
  readonly order: Order
  readonly by: Sort
  readonly children: string
}

function SortedHead({ sort, order, by, children }: HeadProps) {
  const isBy = sort === by
  const next = isBy ? (order === 'asc' ? 'desc' : 'asc') : by === 'name' ? 'asc' : 'desc'
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      className="h-8 px-4 font-medium"
      aria-sort={isBy ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        from="/prompts"
        search={(search) => ({ ...search, sort: by, order: next })}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {children}
        {isBy && <Arrow className="size-3" aria-hidden />}
      </Link>
    </th>
  )
}
