import { Button, Time } from '../design/index.ts'
import { CircleAlert, LoaderCircle } from '../icons/index.ts'
import type { Snapshot } from './autosave.ts'
import { ChangedBy } from './changed-by.tsx'

interface Props {
  readonly snapshot: Snapshot
  readonly maySave: boolean
  readonly onRetry: () => void
}

/** Whether the server has the latest change, and who made it. */
export function SaveStatus({ snapshot: { state, playground }, maySave, onRetry }: Props) {
  if (!maySave)
    return <span className="truncate text-small text-ink-faint">Read only: your changes are not saved</span>
  if (state.kind === 'pending' || state.kind === 'saving')
    return (
      <span role="status" className="flex items-center gap-1.5 text-small text-ink-faint">
        <LoaderCircle className="size-3.5 motion-safe:animate-spin" aria-hidden />
        Saving…
      </span>
    )
  if (state.kind === 'retrying' || state.kind === 'refused')
    return (
      <span role="status" className="flex min-w-0 items-center gap-1.5 text-small text-warning">
        <CircleAlert className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate" title={state.error.message}>
          Not saved, kept in this browser: {state.error.message}
        </span>
        <Button size="small" className="text-ink" onClick={onRetry}>
          Try again
        </Button>
      </span>
    )
  if (state.kind !== 'saved') return null
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5 text-small text-ink-faint">
      Saved
      <Time at={playground.updated_at} />
      <ChangedBy author={playground.updated_by} />
    </span>
  )
}
