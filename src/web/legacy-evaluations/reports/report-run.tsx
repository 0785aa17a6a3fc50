import { Link, useNavigate } from '@tanstack/react-router'
import { call, invalidate, useMay } from '../../api/index.ts'
import { Button, counted, Problem, ProgressBar, toast } from '../../design/index.ts'
import { useChange, useFormChange } from '../../dialogs/values.ts'
import { Square, Table2 } from '../../icons/index.ts'
import { Page } from '../../shell/index.ts'
import { BackToList, Legacy } from '../legacy.tsx'
import type { ReportAnswer } from '../queries.ts'
import { ReportMenu } from './report-menu.tsx'
import { ReportRows } from './report-rows.tsx'
import { Score } from './score.tsx'
import { StatusBadge } from './status-badge.tsx'

interface Props {
  readonly answer: ReportAnswer
  readonly onDeleted: () => void
}

const reasons = {
  custom_code: 'is computed by code',
  not_scorable: 'has nothing that a step could score',
  negative: 'has a negative score',
} as const

/** A run of a pipeline over a whole dataset. */
export function ReportRun({
  answer: { report, status, stats, report_columns: reportColumns },
  onDeleted,
}: Props) {
  const navigate = useNavigate()
  const mayChange = useMay('contributor')
  const params = { report_id: report.id }
  const isRunning = status === 'RUNNING'
  const cancel = useChange(() => call('cancelReport', { params }), {
    done: () => `${report.name} cancelled`,
    onSuccess: () => invalidate(['report', report.id]),
  })
  const move = useFormChange(() => call('migrateReport', { params }), {
    keys: ['tables'],
    onSuccess: async ({ table_id, sheet_id, skipped }) => {
      const notScored = skipped.map(({ column, reason }) => `${column ?? 'The score'} ${reasons[reason]}`)
      toast(
        notScored.length === 0
          ? `${report.name} moved to a table`
          : `${report.name} moved to a table. Not scored there: ${notScored.join('; ')}`,
      )
      await navigate({ to: '/tables/$tableId', params: { tableId: table_id }, search: { sheet: sheet_id } })
    },
  })
  return (
    <Page
      title={<bdi>{report.name}</bdi>}
      above={
        <>
          <BackToList show="reports" />{' '}
          {report.parent_report_id !== null && (
            <>
              <Link
                to="/evaluations/reports/$reportId"
                params={{ reportId: String(report.parent_report_id) }}
                search={{ show: 'runs' }}
                className="hover:underline"
              >
                Pipeline
              </Link>{' '}
              /
            </>
          )}
        </>
      }
      badges={
        <>
          <StatusBadge status={status} />
          <Legacy />
        </>
      }
      actions={
        mayChange && (
          <>
            {isRunning ? (
              <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
                <Square />
                Cancel run
              </Button>
            ) : (
              <Button kind="primary" isBusy={move.isPending} onClick={() => move.mutate()}>
                <Table2 />
                Move to a table
              </Button>
            )}
            <ReportMenu report={report} onDeleted={onDeleted} />
          </>
        )
      }
    >
      {move.error && <Problem error={move.error} onRetry={() => move.mutate()} />}
      {isRunning || stats.status_counts.FAILED > 0 ? <Progress stats={stats} /> : null}
      {!isRunning && <Score report={report} status={status} />}
      <ReportRows id={report.id} label="Rows of the run" reportColumns={reportColumns} refreshKey={status} />
    </Page>
  )
}

/** The progress of a run, in cells. */
function Progress({ stats: { status_counts: counts } }: Pick<ReportAnswer, 'stats'>) {
  const finished = counts.COMPLETED + counts.FAILED
  const all = finished + counts.QUEUED + counts.RUNNING
  const share = all === 0 ? 0 : finished / all
  return (
    <section
      aria-label="Progress"
      className="flex h-10 shrink-0 items-center gap-3 border-b bg-surface px-4 tabular-nums"
    >
      <ProgressBar label="Cells done" value={share} className="w-48" />
      <span>
        {finished.toLocaleString('en')} of {counted(all, 'cell')}
      </span>
      {counts.RUNNING > 0 && <span className="text-note">{counts.RUNNING} running</span>}
      {counts.FAILED > 0 && <span className="text-bad">{counts.FAILED.toLocaleString('en')} failed</span>}
    </section>
  )
}
