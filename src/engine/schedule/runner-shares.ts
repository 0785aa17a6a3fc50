/**
 * `interactive`: a caller waits for this answer. `long`: the call may exceed the default time limit of code.
 */
export type CallKind = 'interactive' | 'short' | 'long'

export interface RunnerUse {
  /** Number of runners. */
  readonly total: number
  /** Runners with an interactive call. */
  readonly interactive: number
  /** Runners with a short or a long call. */
  readonly background: number
  /** Runners of the calling workspace, among `interactive` for an interactive call, else among `background`. */
  readonly own: number
  /** All runners of the calling workspace. */
  readonly ofWorkspace: number
}

/**
 * Whether a call may take a free runner. A workspace holds fewer runners than it leaves free, so that it never takes
 * all. The last runner is for interactive calls, the last but one for short calls.
 */
export function mayTakeRunner(
  kind: CallKind,
  { total, interactive, background, own, ofWorkspace }: RunnerUse,
): boolean {
  const free = total - interactive - background
  if (free < 2 && ofWorkspace > 0) return false
  if (kind === 'interactive') return own < free
  const freeForBackground = Math.min(free, Math.max(1, total - 1) - background)
  return own < freeForBackground && (kind === 'short' || freeForBackground > 1 || total < 3)
}

/** Number of `free` items that an owner with `own` items may take: up to `most` in all, and fewer than it leaves free. */
export const roomFor = (own: number, free: number, most: number): number =>
  Math.max(0, Math.min(most - own, Math.ceil((free - own) / 2)))
