import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/index.ts'
import { Badge, classNames, HeadedPanel, QueryState, ShowMore, Time } from '../../design/index.ts'
import { labelsQuery, versionsQuery } from '../queries.ts'
import { VersionLabels } from './version-labels.tsx'

interface Props {
  readonly id: number
  /** The number of the shown version. */
  readonly version: number
  readonly onClose: () => void
}

/** All versions. Opening one makes it the base of the next version. */
export function VersionsPanel({ id, version, onClose }: Props) {
  const list = useInfiniteQuery(versionsQuery(id))
  const versions = list.data?.pages.flatMap((page) => page.versions)
  const mayRelease = useMay('publisher')
  const labels = useQuery(labelsQuery(id)).data?.release_labels ?? []
  return (
    <HeadedPanel label="Versions" title="Versions" onClose={onClose}>
      <QueryState query={list} rows={4} />
      <ul className="min-h-0 flex-1 overflow-auto">
        {versions?.map((entry) => (
          <li
            key={entry.version}
            className={classNames(
              'flex items-start gap-1 border-b pr-2 hover:bg-sunken',
              entry.version === version && 'bg-raised',
            )}
          >
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: String(id) }}
              search={{ version: entry.version, panel: 'versions' }}
              aria-current={entry.version === version ? 'true' : undefined}
              className="flex min-w-0 flex-1 flex-col gap-1 py-2 pl-4"
            >
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="font-medium tabular-nums">v{entry.version}</span>
                {labels
                  .filter((label) => label.workflow_version_number === entry.version)
                  .map((label) => (
                    <Badge key={label.release_label_id} tone="accent">
                      <bdi>{label.release_label}</bdi>
                    </Badge>
                  ))}
                <span className="ml-auto text-small text-ink-faint">
                  <Time at={entry.created_at} />
                  {entry.created_by !== null && <bdi> by {entry.created_by}</bdi>}
                </span>
              </span>
              {entry.commit_message && (
                <span className="text-small break-words text-ink-soft">{entry.commit_message}</span>
              )}
            </Link>
            {mayRelease && (
              <span className="py-1">
                <VersionLabels id={id} version={entry.version} labels={labels} />
              </span>
            )}
          </li>
        ))}
        <li className="flex flex-col p-3 empty:hidden">
          <ShowMore list={list} />
        </li>
      </ul>
    </HeadedPanel>
  )
}
