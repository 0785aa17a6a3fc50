import { counted, ProgressBar } from '../../design/index.ts'
import type { ReportAnswer } from '../queries.ts'

/** The progress of a run, in cells. */
export function Progress({ stats: { status_counts: counts } }: Pick<ReportAnswer, 'stats'>) {
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
