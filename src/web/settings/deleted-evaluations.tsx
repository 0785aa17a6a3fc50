import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, ApiError, call, invalidate, queryOf } from '../api/index.ts'
import { Button, Problem, Time, toast } from '../design/index.ts'
import { type Renamed, RestoreUnderNameDialog } from './restore-under-name-dialog.tsx'
import { Rows } from './section.tsx'

type DeletedGroup = Answer<'listDeletedDatasetGroups'>['dataset_groups'][number]
type DeletedReport = Answer<'listDeletedReports'>['reports'][number]

interface Props {
  /** A part of the name. */
  readonly q: string | undefined
  readonly mayRestore: boolean
}

const refresh = () => void invalidate('deleted', 'datasets', 'reports')
const fail = (error: Error) => toast(error.message, { isProblem: true })

/** Deleted datasets and reports; nothing is shown without any, because few workspaces still use them. */
export function DeletedEvaluations({ q, mayRestore }: Props) {
  const navigate = useNavigate()
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const groups = useQuery(queryOf(['deleted', 'datasets', q], 'listDeletedDatasetGroups', { query: { q } }))
  const reports = useQuery(queryOf(['deleted', 'reports', q], 'listDeletedReports', { query: { q } }))
  const tellRestored = (name: string, open: () => void) => {
    refresh()
    toast(`${name} restored`, { action: { label: 'Open', onClick: open } })
  }
  const restoreGroupAs = async (id: number, name?: string) => {
    const answer = await call('restoreDatasetGroup', { params: { dataset_group_id: id }, body: { name } })
    tellRestored(
      answer.dataset_group.name,
      () =>
        void navigate({ to: '/evaluations/datasets/$groupId', params: { groupId: String(id) }, search: {} }),
    )
  }
  const restoreGroup = useMutation({
    mutationFn: ({ id }: DeletedGroup) => restoreGroupAs(id),
    onError: (error, { id, name }) =>
      error instanceof ApiError && error.status === 409
        ? setRenamed({ noun: 'dataset', name, use: 'read', restore: (other) => restoreGroupAs(id, other) })
        : fail(error),
  })
  const restoreReport = useMutation({
    mutationFn: ({ id }: DeletedReport) => call('restoreReport', { params: { report_id: id } }),
    onSuccess: ({ report: { id, name } }) =>
      tellRestored(
        name,
        () =>
          void navigate({
            to: '/evaluations/reports/$reportId',
            params: { reportId: String(id) },
            search: {},
          }),
      ),
    onError: fail,
  })
  const problem = groups.error ?? reports.error
  const restoreButton = (name: string, onClick: () => void) =>
    mayRestore && (
      <Button
        key="restore"
        size="small"
        aria-label={`Restore ${name}`}
        disabled={restoreGroup.isPending || restoreReport.isPending}
        onClick={onClick}
      >
        Restore
      </Button>
    )
  if (problem) return <Problem error={problem} onRetry={refresh} />
  return (
    <>
      {groups.data && groups.data.dataset_groups.length > 0 && (
        <>
          <h3 className="font-semibold">Datasets (legacy)</h3>
          <p className="-mt-3 text-small text-ink-soft">
            They come back with their versions and external IDs, outside folders.
          </p>
          <Rows
            label="Deleted datasets"
            heads={['Name', 'Deleted', 'Restorable until', '']}
            rows={groups.data.dataset_groups}
            keyOf={({ id }) => id}
            empty=""
            cells={(group) => [
              <bdi key="name">{group.name}</bdi>,
              <Time key="deleted" at={group.deleted_at} />,
              <Time key="until" at={group.restorable_until} />,
              restoreButton(group.name, () => restoreGroup.mutate(group)),
            ]}
          />
        </>
      )}
      {reports.data && reports.data.reports.length > 0 && (
        <>
          <h3 className="font-semibold">Reports (legacy)</h3>
          <p className="-mt-3 text-small text-ink-soft">
            A pipeline comes back with its columns and runs. A run that the deletion stopped stays cancelled.
          </p>
          <Rows
            label="Deleted reports"
            heads={['Name', 'Kind', 'Deleted', 'Restorable until', '']}
            rows={reports.data.reports}
            keyOf={({ id }) => id}
            empty=""
            cells={(report) => [
              <bdi key="name">{report.name}</bdi>,
              report.is_blueprint ? 'Pipeline' : 'Run',
              <Time key="deleted" at={report.deleted_at} />,
              <Time key="until" at={report.restorable_until} />,
              restoreButton(report.name, () => restoreReport.mutate(report)),
            ]}
          />
        </>
      )}
      {renamed && <RestoreUnderNameDialog renamed={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}
