import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call, useMay } from '../../api/index.ts'
import {
  Button,
  ConfirmByName,
  classNames,
  MenuItem,
  MenuSeparator,
  MoreMenu,
  PageSearch,
  QueryState,
  Time,
} from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { lazyScreen } from '../../shell/index.ts'
import { Section } from '../editor/section.tsx'
import { LabelBadge } from '../label-badge.tsx'
import { type ListedVersion, versionsQuery } from './queries.ts'

/** The figures are loaded after the list. */
const VersionFigures = lazyScreen(() => import('../usage/version-figures.tsx'), 'VersionFigures')

interface Props {
  readonly promptId: string
  readonly shown: number
  readonly latest: number
  readonly onRelease: (version: number) => void
}

/** From this number of versions on, the list has a search. */
const minVersionsToSearch = 20

export function VersionsSection({ promptId, shown, latest, onRelease }: Props) {
  const [words, setWords] = useState<string>()
  const list = useInfiniteQuery({
    ...versionsQuery(promptId, words?.trim()),
    placeholderData: words ? keepPreviousData : undefined,
  })
  const versions = list.data?.pages.flatMap((page) => page.versions)
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const toggle = (version: number) =>
    setChosen((before) =>
      before?.includes(version)
        ? before.filter((other) => other !== version)
        : [...(before ?? []), version].slice(-2),
    )
  const [base, v] = (chosen ?? []).toSorted((a, b) => a - b)
  return (
    <Section
      title="Versions"
      count={latest}
      action={
        latest > 1 && (
          <Button
            kind="quiet"
            size="small"
            className="h-5 px-1.5"
            onClick={() => setChosen(chosen ? null : [])}
          >
            {chosen ? 'Cancel' : 'Compare two'}
          </Button>
        )
      }
    >
      {chosen && (
        <Button
          kind="plain"
          size="small"
          disabled={v === undefined}
          onClick={() => {
            setChosen(null)
            void navigate({ search: (before) => ({ ...before, tab: 'compare' as const, base, v }) })
          }}
        >
          {v === undefined ? 'Choose two versions' : `Compare v${base} with v${v}`}
        </Button>
      )}
      {latest >= minVersionsToSearch && (
        <PageSearch
          label="Find a version"
          placeholder="Number, label or message"
          className="w-full"
          value={words}
          onChange={setWords}
        />
      )}
      <QueryState query={list} rows={4} className="m-0" />
      {versions?.length === 0 && <p className="text-small text-ink-soft">No version matches.</p>}
      <ol className="-mx-1 flex flex-col gap-0.5">
        {versions?.map((version) => (
          <VersionItem
            key={version.id}
            promptId={promptId}
            version={version}
            isShown={version.version === shown}
            isLatest={version.version === latest}
            onRelease={onRelease}
            choice={
              chosen && {
                isChosen: chosen.includes(version.version),
                onToggle: () => toggle(version.version),
              }
            }
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button size="small" kind="quiet" onClick={() => void list.fetchNextPage()}>
          Older versions
        </Button>
      )}
    </Section>
  )
}

/** Compares whole addresses, because the address of the latest version is a prefix of the others'. */
const exactAddress = { exact: true, includeSearch: true, explicitUndefined: true }

interface ItemProps {
  readonly promptId: string
  readonly version: ListedVersion
  readonly isShown: boolean
  readonly isLatest: boolean
  /** The checkbox for a comparison of two versions; null if none are being chosen. */
  readonly choice: { readonly isChosen: boolean; readonly onToggle: () => void } | null
  readonly onRelease: (version: number) => void
}

function VersionItem({ promptId, version, isShown, isLatest, choice, onRelease }: ItemProps) {
  const mayRelease = useMay('publisher')
  const mayAsk = useMay('contributor')
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const [deleting, setDeleting] = useState<{ id: number; name: string } | null>(null)
  const remove = useChange(
    (label: { id: number }) => call('deleteLabel', { params: { prompt_label_id: label.id } }),
    { keys: [['prompt', promptId], 'prompts'], done: 'Label deleted' },
  )
  const number = version.version
  return (
    <li
      className={classNames(
        'group relative rounded-md hover:bg-sunken has-[[aria-current]]:bg-raised',
        choice && 'pl-8',
      )}
    >
      {choice && (
        <input
          type="checkbox"
          aria-label={`Compare v${number}`}
          className="absolute top-2.5 left-2 size-3.5"
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <Link
        from="/prompts/$promptId"
        search={(search) => ({ ...search, v: isLatest ? undefined : number })}
        activeOptions={exactAddress}
        aria-current={isShown ? 'true' : undefined}
        className="flex flex-col rounded-md px-2 py-1.5 pr-8"
      >
        <span className="flex flex-wrap items-center gap-1">
          <span className="mr-1 font-medium tabular-nums">v{number}</span>
          {version.labels.map(({ id, name }) => (
            <LabelBadge key={id} name={name} />
          ))}
        </span>
        {version.commit_message && (
          <bdi className="truncate text-small text-ink-soft">{version.commit_message}</bdi>
        )}
        <Suspense>
          <VersionFigures promptId={promptId} version={number} />
        </Suspense>
        <span className="truncate text-tiny text-ink-soft">
          <Time at={version.created_at} />
          {version.created_by !== null && <bdi> by {version.created_by}</bdi>}
        </span>
      </Link>
      <div className="absolute top-1 right-1">
        <MoreMenu label={`Version ${number}`}>
          <MenuItem
            onSelect={() =>
              navigate({
                search: (before) => ({ ...before, tab: 'compare' as const, base: number, v: undefined }),
              })
            }
          >
            Compare with the latest
          </MenuItem>
          {number > 1 && (
            <MenuItem
              onSelect={() =>
                navigate({
                  search: (before) => ({ ...before, tab: 'compare' as const, base: number - 1, v: number }),
                })
              }
            >
              Compare with the previous version
            </MenuItem>
          )}
          {mayAsk && (
            <MenuItem onSelect={() => onRelease(number)}>
              {mayRelease ? 'Move a label here' : 'Request a release'}
            </MenuItem>
          )}
          {mayRelease && version.labels.length > 0 && <MenuSeparator />}
          {mayRelease &&
            version.labels.map((label) => (
              <MenuItem key={label.id} danger onSelect={() => setDeleting(label)}>
                Delete label {label.name}
              </MenuItem>
            ))}
        </MoreMenu>
      </div>
      {deleting && (
        <ConfirmByName
          onClose={() => setDeleting(null)}
          verb="Delete"
          name={deleting.name}
          consequence="Applications that read the label get an error (404)."
          onConfirm={() => remove.mutate(deleting)}
        />
      )}
    </li>
  )
}
