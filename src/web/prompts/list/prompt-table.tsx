import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useMay } from '../../api/index.ts'
import { classNames, counted, ProviderMark, Time } from '../../design/index.ts'
import { ArrowDown, ArrowUp, Folder } from '../../icons/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import { LabelBadge } from '../label-badge.tsx'
import type { ListedPrompt } from './selection-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useRecentRequests } from './use-recent-requests.ts'
import { type RecentScore, useRecentScores } from './use-recent-scores.ts'

type Sort = 'name' | 'updated_at'
type Order = 'asc' | 'desc'

interface Props {
  readonly prompts: readonly ListedPrompt[]
  /** The opened folder. Its own prompts do not repeat its name. */
  readonly folder: number | undefined
  readonly sort: Sort
  readonly order: Order
}

export function PromptTable({ prompts, folder, sort, order }: Props) {
  const requestsOf = useRecentRequests(prompts)
  const scoreOf = useRecentScores()
  const mayChange = useMay('contributor')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const body = useRef<HTMLTableSectionElement>(null)
  /** The arrow keys move the focus from link to link; Enter opens a link. */
  const moveFocus = (by: 1 | -1) => {
    const rows = [...(body.current?.rows ?? [])]
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    const next = rows[index < 0 ? 0 : index + by]
    next?.querySelector<HTMLElement>('a')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ j: () => moveFocus(1), k: () => moveFocus(-1) })
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  // Selected rows may be missing in another folder or search.
  const selected = prompts.filter(({ id }) => chosen.has(id))
  const head = { sort, order }
  return (
    <>
      {selected.length > 0 && <SelectionBar prompts={selected} onDone={() => setChosen(new Set())} />}
      <table className="w-full min-w-[60rem] table-fixed text-left max-[1100px]:min-w-[48rem]">
        <thead className="sticky top-0 z-10 bg-surface text-small text-ink-faint">
          <tr className="border-b">
            {mayChange && (
              <td className="w-8 pl-4">
                <input
                  type="checkbox"
                  aria-label="Select all"
                  className="block size-3.5 accent-accent"
                  checked={selected.length === prompts.length}
                  onChange={({ target }) =>
                    setChosen(new Set(target.checked ? prompts.map(({ id }) => id) : []))
                  }
                />
              </td>
            )}
            <SortedHead {...head} by="name">
              Name
            </SortedHead>
            <th className="w-16 px-3 font-medium">Latest</th>
            <th className="w-40 px-3 font-medium max-[1100px]:w-36 2xl:w-72">Labels</th>
            <th className="w-44 px-3 font-medium max-[1100px]:hidden 2xl:w-52">Model</th>
            <th
              className="w-28 px-3 text-right font-medium whitespace-nowrap"
              title="Production, last seven days"
            >
              Requests, 7 d
            </th>
            <th
              className="w-18 px-3 text-right font-medium"
              title="The mean score of its recent requests, from 0 to 100"
            >
              Score
            </th>
            <SortedHead {...head} by="updated_at" className="w-36 2xl:w-96">
              Last change
            </SortedHead>
          </tr>
        </thead>
        <tbody ref={body}>
          {prompts.map((prompt) => (
            <tr
              key={prompt.id}
              className="h-10 scroll-mt-8 border-b hover:bg-sunken has-[a:focus-visible]:bg-accent-soft"
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
              <td className="px-3">
                <Name
                  prompt={prompt}
                  hasFolder={prompt.folder_path.length > 0 && prompt.folder_id !== folder}
                />
              </td>
              <td className="px-3 tabular-nums">v{prompt.latest_version}</td>
              <td className="px-3">
                <Labels prompt={prompt} mayMove={mayChange} />
              </td>
              <td className="px-3 text-ink-soft max-[1100px]:hidden" title={prompt.model?.name}>
                {prompt.model ? (
                  <span className="flex items-center gap-1.5">
                    <ProviderMark provider={prompt.model.provider} />
                    <span className="truncate">{prompt.model.name}</span>
                  </span>
                ) : (
                  prompt.is_snippet && 'Snippet'
                )}
              </td>
              <td className="px-3 text-right tabular-nums">
                {requestsOf(prompt.id) !== null && (
                  <Link
                    to="/prompts/$promptId"
                    params={{ promptId: String(prompt.id) }}
                    search={{ tab: 'usage' }}
                    className="hover:underline"
                  >
                    {requestsOf(prompt.id)?.toLocaleString('en')}
                  </Link>
                )}
              </td>
              <td className="px-3 text-right tabular-nums">
                <Score score={scoreOf(prompt.id)} />
              </td>
              <td className="px-3 text-ink-soft" title={prompt.commit_message ?? undefined}>
                <span className="flex gap-1.5">
                  {prompt.commit_message && (
                    <bdi className="truncate max-2xl:hidden">{prompt.commit_message}</bdi>
                  )}
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

/** The name, and below it the folder that the prompt is in. */
const Name = ({
  prompt: { id, name, folder_path },
  hasFolder,
}: {
  readonly prompt: ListedPrompt
  readonly hasFolder: boolean
}) => (
  <span className="flex flex-col items-start">
    <Link
      to="/prompts/$promptId"
      params={{ promptId: String(id) }}
      title={name}
      className="max-w-full truncate leading-[18px] font-medium hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
    {hasFolder && (
      <span
        className="flex max-w-full items-center gap-1 text-small leading-4 text-ink-faint"
        title={folder_path.join(' / ')}
      >
        <Folder className="size-3 shrink-0" aria-hidden />
        <bdi className="truncate">{folder_path.at(-1)}</bdi>
      </span>
    )}
  </span>
)

/** The number of labels that a line shows; further labels are only counted. */
const shownLabels = 2

/** The labels of a prompt. A label of an older version leads to the dialog that moves it to the latest one. */
function Labels({ prompt, mayMove }: { readonly prompt: ListedPrompt; readonly mayMove: boolean }) {
  const { id: promptId, labels, latest_version } = prompt
  const hiddenLabels = labels.slice(shownLabels)
  return (
    <span className="flex items-center gap-1 *:min-w-0">
      {labels.slice(0, shownLabels).map(({ id, name, version }) =>
        mayMove && version < latest_version ? (
          <Link
            key={id}
            to="/prompts/$promptId"
            params={{ promptId: String(promptId) }}
            search={{ move: name }}
            title={`Release v${latest_version} as ${name}`}
            className="flex rounded-sm hover:opacity-80"
          >
            <LabelBadge name={name} version={version} />
          </Link>
        ) : (
          <LabelBadge key={id} name={name} version={version} />
        ),
      )}
      {hiddenLabels.length > 0 && (
        <span
          className="shrink-0 text-small text-ink-faint"
          title={hiddenLabels.map(({ name, version }) => `${name} v${version}`).join(', ')}
        >
          +{hiddenLabels.length}
        </span>
      )}
    </span>
  )
}

const Score = ({ score }: { score: RecentScore | null }) =>
  score && (
    <span title={counted(score.count, 'score')}>
      {score.mean.toLocaleString('en', { maximumFractionDigits: 1 })}
    </span>
  )

interface HeadProps {
  readonly sort: Sort
  readonly order: Order
  readonly by: Sort
  readonly className?: string
  readonly children: string
}

function SortedHead({ sort, order, by, className, children }: HeadProps) {
  const isSorted = sort === by
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : by === 'name' ? 'asc' : 'desc'
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={classNames('h-8 px-3 font-medium', className)}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        from="/prompts"
        search={(search) => ({ ...search, sort: by, order: next })}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {children}
        {isSorted && <Arrow className="size-3" aria-hidden />}
      </Link>
    </th>
  )
}
