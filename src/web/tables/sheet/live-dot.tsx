import { classNames } from '../../design/index.ts'
import type { LiveState } from '../../sheets/index.ts'

const names: Readonly<Record<LiveState, string>> = {
  live: 'Live',
  reconnecting: 'Reconnecting',
  paused: 'Paused',
}

const styles: Readonly<Record<LiveState, string>> = {
  live: 'bg-good',
  reconnecting: 'bg-warning-edge',
  paused: 'border border-ink-faint',
}

/** Whether the screen follows changes of the sheet. */
export const LiveDot = ({ state }: { state: LiveState }) => (
  <span className="flex items-center gap-1.5 text-small text-ink-faint">
    <span aria-hidden className={classNames('size-1.5 rounded-full', styles[state])} />
    {names[state]}
  </span>
)
