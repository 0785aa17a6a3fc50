import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, useMay } from '../../api/index.ts'
import { Empty, ListTable, Problem, SkeletonRows, Time } from '../../design/index.ts'
import { DeleteMenu } from '../../shell/index.ts'
import { type Dataset, datasetsQuery, latestOf, versionName } from '../queries.ts'

/**
 * Lists dataset groups. The API lists versions; each group has the row of its newest version in the answer.
 */
export function DatasetList({ find }: { find: string | undefined }) {
  const { data, error, refetch } = useQuery(datasetsQuery(find))
  const mayChange = useMay('contributor')
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  if (data.total === 0)
    return find === undefined ? (
      <Empty title="No datasets yet">
        A dataset holds the rows that reports run over: from a file, or from logged requests. It has versions,
        and a draft of the next one.
      </Empty>
    ) : (
      <Empty title="No datasets match" />
    )
  const groups = [...Map.groupBy(data.datasets, ({ dataset_group_id }) => dataset_group_id).values()]
  return (
    <>
      <ListTable
        rows={groups.map(groupOf)}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Name',
            cell: ({ id, name }) => (
              <Link
                to="/evaluations/datasets/$groupId"
                params={{ groupId: String(id) }}
                className="font-medium hover:underline"
              >
                <bdi>{name}</bdi>
              </Link>
            ),
          },
          {
            head: 'Latest',
            width: 'w-40',
            isMinor: true,
            cell: ({ shown, hasDraft }) =>
              versionName(shown) + (hasDraft && shown.version_number > 0 ? ', and a draft' : ''),
          },
          {
            head: 'Rows',
            width: 'w-28',
            isNumber: true,
            cell: ({ shown }) => shown.row_count.toLocaleString('en'),
          },
          {
            head: 'Columns',
            width: 'w-28',
            isNumber: true,
            isMinor: true,
            cell: ({ shown }) => shown.column_names.length,
          },
          {
            head: 'Updated',
            width: 'w-44',
            isMinor: true,
            cell: ({ shown }) => <Time at={shown.updated_at} />,
          },
        ]}
        menu={({ id, name }) =>
          mayChange && (
            <DeleteMenu
              name={name}
              list="datasets"
              consequence="Reports that ran over its versions stay. For 30 days you can restore it in Settings, Recently deleted."
              onDelete={() =>
                call('deleteFolderEntities', {
                  body: { entities: [{ id, type: 'DATASET' }], cascade: false },
                })
              }
            />
          )
        }
      />
      {data.total > data.datasets.length && (
        <p className="p-4 text-center text-ink-soft">
          The newest {data.datasets.length} of {data.total.toLocaleString('en')} versions are shown. Search
          for the others by name.
        </p>
      )}
    </>
  )
}

function groupOf(versions: readonly Dataset[]) {
  const shownVersion = latestOf(versions) ?? versions[0]!
  const hasDraft = versions.some(({ version_number }) => version_number === -1)
  return { ...shownVersion.dataset_group, shown: shownVersion, hasDraft }
}
