import { useEffect, useState } from 'react'
import type { Answer } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { timeText } from './figures.ts'
import { rateOf, type Sample, withSample } from './rate.ts'
import type { Running } from './use-run.ts'

type Operations = Answer<'listOperations'>

interface Props {
  readonly operations: Operations
  /** Null: whoever is here may not run. */
  readonly running: Running | null
}

/** How far what is under way has come, and what has failed so far. */
export function Progress({ operations, running }: Props) {
  const { pending_count: pending, status_counts: counts } = operations
  const failed = counts['FAILED'] ?? 0
  return (
    <>
      {pending > 0 && <UnderWay operations={operations} />}
      {failed > 0 && (
        <span className="text-bad tabular-nums">{failed.toLocaleString('en')} failed</span>
      )}
      {failed > 0 && running && pending === 0 && (
        <Button size="small" onClick={() => running.run({ statuses: ['FAILED'] })}>
          Retry failed
        </Button>
      )}
    </>
  )
}

function UnderWay({ operations }: { operations: Operations }) {
  const { all, done } = doneOf(operations)
  const rate = useRate(done)
  const left = rate ? (all - done) / rate : null
  return (
    <>
      <progress
        aria-label="Cells done"
        max={all}
        value={done}
        className="h-1.5 min-w-16 flex-1 appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
      />
      <span className="shrink-0 text-ink-soft tabular-nums">
        {done.toLocaleString('en')} / {all.toLocaleString('en')}
      </span>
      {rate !== null && left !== null && (
        <span className="shrink-0 text-ink-faint tabular-nums">
          {rate.toLocaleString('en', { maximumFractionDigits: rate < 10 ? 1 : 0 })} a second, {timeText(left)}{' '}
          left
        </span>
      )}
    </>
  )
}

function doneOf({ active_operations: active, pending_count: pending, total_cells: total }: Operations) {
  const asked = active.reduce((sum, { cell_count }) => sum + cell_count, 0)
  const all = Math.max(pending, asked || total)
  return { all, done: all - pending }
}

function useRate(done: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => setSamples((before) => withSample(before, { at: performance.now(), done })), [done])
  return rateOf(samples)
}
