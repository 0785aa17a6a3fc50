import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, CopyButton, Empty, Problem, Segmented, Select, Skeleton } from '../../design/index.ts'
import { ArrowLeftRight, FlaskConical } from '../../icons/index.ts'
import type { WrittenValues } from '../../template-runs/forms.ts'
import { type Label, type SavedVersion, versionQuery, versionsDownFrom } from '../page/queries.ts'
import { useBringVersions } from '../use-bring-versions.ts'
import { VersionDiff } from './version-diff.tsx'

interface Props {
  readonly promptId: string
  readonly shown: SavedVersion
  /** The number of the newest version. */
  readonly latest: number
  readonly labels: readonly Label[]
  /** The values with which both versions are run. */
  readonly values: WrittenValues
}

const modes = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Split' },
] as const

/** The diff of two versions. Its whole state is in the address. */
export function CompareTab({ promptId, shown, latest, labels, values }: Props) {
  const { base, mode = 'unified' } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const prodVersion = labels.find(({ name, version }) => name === 'prod' && version !== shown.number)?.version
  const from = base ?? prodVersion ?? Math.max(1, shown.number - 1)
  const before = useQuery(versionQuery(promptId, from))
  const bringVersions = useBringVersions()
  if (latest === 1) return <Empty title="Only one version" />
  const choices = versionsDownFrom(latest).map((number) => choiceOf(number, labels))
  const changeSearch = (search: { base?: number; v?: number; mode?: 'unified' | 'split' }) =>
    navigate({ search: (before) => ({ ...before, tab: 'compare' as const, ...search }), replace: true })
  const tryBoth = (first: SavedVersion) => {
    const versions = [first, shown].map((side) => ({ ...side, prompt: side.name, version: side.number }))
    bringVersions(`${shown.name} v${first.number} and v${shown.number}`, versions, values)
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="From version"
          value={String(from)}
          choices={choices}
          onChange={(value) => changeSearch({ base: Number(value) })}
        />
        to
        <Select
          label="To version"
          value={String(shown.number)}
          choices={choices}
          onChange={(value) => changeSearch({ v: Number(value) })}
        />
        <Button
          kind="quiet"
          size="icon"
          aria-label="Swap the versions"
          onClick={() => changeSearch({ base: shown.number, v: from })}
        >
          <ArrowLeftRight />
        </Button>
        <bdi className="mr-auto min-w-0 truncate text-ink-soft">{shown.message}</bdi>
        <Button size="small" disabled={!before.data} onClick={() => before.data && tryBoth(before.data)}>
          <FlaskConical />
          Try both
        </Button>
        <CopyButton name="link" text={linkOf(promptId, from, shown.number, mode)} />
        <Segmented
          label="View"
          value={mode}
          choices={modes}
          onChange={(next) => changeSearch({ mode: next })}
        />
      </div>
      {before.error && <Problem error={before.error} onRetry={before.refetch} className="m-0" />}
      {!before.data && !before.error && <Skeleton className="h-64" />}
      {before.data && (
        <VersionDiff
          before={before.data}
          after={shown}
          mode={mode}
          heads={[`v${from}`, `v${shown.number}`]}
        />
      )}
    </div>
  )
}

/** A link that names both versions, so that it shows the same diff after a later version is saved. */
const linkOf = (promptId: string, base: number, v: number, mode: string) =>
  `${location.origin}/prompts/${promptId}?${new URLSearchParams({ tab: 'compare', base: String(base), v: String(v), mode })}`

function choiceOf(number: number, labels: readonly Label[]): { value: string; label: string } {
  const names = labels.filter(({ version }) => version === number).map(({ name }) => name)
  return { value: String(number), label: [`v${number}`, ...names].join(' · ') }
}
