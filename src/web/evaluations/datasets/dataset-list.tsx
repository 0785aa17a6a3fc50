import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, useMay } from '../../api/index.ts'
import { Empty, Problem, SkeletonRows, Time } from '../../design/index.ts'
import { DeleteMenu } from '../../shell/index.ts'
import { type Dataset, datasetsQuery, versionName } from '../queries.ts'

/** The API lists versions; a group is shown by the newest of those that were found. */
export function DatasetList({ find }: { find: string | undefined }) {
  const { data, error, refetch } = useQuery(datasetsQuery(find))
  const mayChange = useMay('contributor')
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  if (data.total === 0)
    return find === undefined ? (
      <Empty title="No datasets yet">
        A dataset holds the rows that reports run over: from a file, or from logged requests. It has versions,
        and a draft that the next one is made of.
      </Empty>
    ) : (
      <Empty title="No datasets match" />
    )
  const groups = [...Map.groupBy(data.datasets, ({ dataset_group_id }) => dataset_group_id).values()]
  return (
    <>
      <table className="w-full text-left">
        <thead className="sticky top-0 bg-canvas text-small text-ink-faint">
          <tr className="h-8 border-b">
            <th className="px-4 font-medium">Name</th>
            <th className="w-40 px-4 font-medium">Latest</th>
            <th className="w-28 px-4 text-right font-medium">Rows</th>
            <th className="w-28 px-4 text-right font-medium">Columns</th>
            <th className="w-44 px-4 font-medium">Updated</th>
            <th className="w-12">
              <span className="sr-only">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((versions) => (
            <Group key={versions[0]!.dataset_group_id} versions={versions} mayChange={mayChange} />
          ))}
        </tbody>
      </table>
      {data.total > data.datasets.length && (
        <p className="p-4 text-center text-ink-soft">
          The newest {data.datasets.length} of {data.total.toLocaleString('en')} versions are shown; find
          others by their names.
        </p>
      )}
    </>
  )
}

function Group({ versions, mayChange }: { versions: readonly Dataset[]; mayChange: boolean }) {
  const shown = versions.find(({ version_number }) => version_number > 0) ?? versions[0]!
  const { dataset_group: group } = shown
  const hasDraft = versions.some(({ version_number }) => version_number === -1)
  return (
    <tr className="h-10 border-b hover:bg-sunken">
      <td className="max-w-0 truncate px-4">
        <Link
          to="/evaluations/datasets/$groupId"
          params={{ groupId: String(group.id) }}
          className="font-medium hover:underline"
        >
          <bdi>{group.name}</bdi>
        </Link>
      </td>
      <td className="px-4 text-ink-soft">
        {versionName(shown)}
        {hasDraft && shown.version_number > 0 && ', and a draft'}
      </td>
      <td className="px-4 text-right text-ink-soft tabular-nums">{shown.row_count.toLocaleString('en')}</td>
      <td className="px-4 text-right text-ink-soft tabular-nums">{shown.column_names.length}</td>
      <td className="px-4 text-ink-soft">
        <Time at={shown.updated_at} />
      </td>
      <td className="px-2">
        {mayChange && (
          <DeleteMenu
            name={group.name}
            list="datasets"
            consequence="Its versions will be gone; reports that ran over them stay."
            onDelete={() =>
              call('deleteFolderEntities', {
                body: { entities: [{ id: group.id, type: 'DATASET' }], cascade: false },
              })
            }
          />
        )}
      </td>
    </tr>
  )
}
