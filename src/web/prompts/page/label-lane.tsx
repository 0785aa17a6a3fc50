import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, Button, classNames } from '../../design/index.ts'
import { ArrowRight, Plus } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { dynamicLabelsQuery } from '../dynamic/queries.ts'
import { LabelBadge } from '../label-badge.tsx'
import type { Label } from './queries.ts'

const VersionFigures = lazyScreen(() => import('../usage/version-figures.tsx'), 'VersionFigures')

const DynamicLabels = lazyScreen(() => import('../dynamic/dynamic-labels.tsx'), 'DynamicLabels')

interface Props {
  readonly promptId: string
  readonly shown: number
  readonly latest: number
  readonly labels: readonly Label[]
  /** The base version of the unsaved changes; null if there are none. */
  readonly draftBase: number | null
}

/** Compares whole addresses, because the address of the latest version is a prefix of the others'. */
const exactAddress = { exact: true, includeSearch: true, explicitUndefined: true }

/** The versions with a label, oldest first, then the latest version, the draft and the dynamic labels. */
export function LabelLane({ promptId, shown, latest, labels, draftBase }: Props) {
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const mayRelease = useMay('publisher')
  const { data: dynamic = [] } = useQuery(dynamicLabelsQuery(promptId))
  const labelsByVersion = Map.groupBy(labels, ({ version }) => version)
  const versions = [...new Set([...labelsByVersion.keys(), latest])].toSorted((left, right) => left - right)
  return (
    <nav aria-label="Releases" className="flex shrink-0 items-center gap-3 border-b bg-surface px-4 py-2">
      <div className="flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto">
        {versions.map((version, index) => (
          <span key={version} className="flex shrink-0 items-center gap-1.5">
            {index > 0 && <ArrowRight className="size-3.5 text-ink-faint" aria-hidden />}
            <Link
              from="/prompts/$promptId"
              search={(search) => ({ ...search, v: version === latest ? undefined : version })}
              activeOptions={exactAddress}
              aria-current={version === shown ? 'true' : undefined}
              className={classNames(
                'flex min-h-9 flex-col justify-center rounded-md border px-2.5 py-1 hover:bg-sunken',
                version === shown && 'border-accent',
              )}
            >
              <span className="flex items-center gap-1">
                <span className="mr-1 font-medium tabular-nums">v{version}</span>
                {labelsByVersion.get(version)?.map(({ id, name }) => <LabelBadge key={id} name={name} />) ?? (
                  <span className="text-small text-ink-faint">latest</span>
                )}
              </span>
              <Suspense>
                <VersionFigures promptId={promptId} version={version} />
              </Suspense>
            </Link>
          </span>
        ))}
        {draftBase !== null && (
          <span className="flex shrink-0 items-center gap-1.5">
            <ArrowRight className="size-3.5 text-ink-faint" aria-hidden />
            <span className="flex min-h-9 items-center gap-1.5 rounded-md border border-dashed px-2.5 py-1">
              <span className="font-medium tabular-nums">v{latest + 1}</span>
              <Badge tone="warning">draft</Badge>
            </span>
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-1.5">
          {dynamic.length > 0 && (
            <Suspense>
              <DynamicLabels
                labels={dynamic}
                onOpen={(id) => void navigate({ search: (search) => ({ ...search, dynamic: id }) })}
              />
            </Suspense>
          )}
        </span>
      </div>
      {mayRelease && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => void navigate({ search: (search) => ({ ...search, dynamic: 0 }) })}
        >
          <Plus />
          <span className="max-sm:sr-only">Dynamic label</span>
        </Button>
      )}
    </nav>
  )
}
