import { Suspense } from 'react'
import { earlyPart } from '../shell/index.ts'
import type { Run } from './use-runs.ts'

const RunView = earlyPart(() => import('./run-view.tsx'), 'RunView')

/** The answer of a run with its figures. */
export function AnswerView({ run, onRun }: { run: Run | undefined; onRun: () => void }) {
  if (!run) return <p className="text-ink-faint">Not run yet.</p>
  return (
    <Suspense>
      <RunView run={run} onRun={onRun} />
    </Suspense>
  )
}
