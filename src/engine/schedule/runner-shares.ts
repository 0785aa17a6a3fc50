/** interactive: a caller waits for this one answer; long: the call may take longer than code may by default. */
export type CallKind = 'interactive' | 'short' | 'long'

export interface RunnerUse {
  /** Runners that there may be. */
  readonly total: number
  /** Runners that have an interactive call. */
  readonly interactive: number
  /** Runners that have a short or a long call. */
  readonly background: number
  /** Of `interactive` for an interactive call, else of `background`: those of the workspace that asks. */
  readonly own: number
  /** All runners of the workspace that asks. */
  readonly held: number
}

/**
 * Whether a call may take a free runner. A workspace holds fewer runners than it leaves free, so one workspace never
 * takes them all. The last runner is for interactive calls, the last but one for short calls.
 */
export function mayTakeRunner(
  kind: CallKind,
  { total, interactive, background, own, held }: RunnerUse,
): boolean {
  const free = total - interactive - background
  if (free < 2 && held > 0) return false
  if (kind === 'interactive') return own < free
  const room = Math.min(free, Math.max(1, total - 1) - background)
  return own < room && (kind === 'short' || room > 1 || total < 3)
}

/** How many of `free` things an owner of `own` may take at once, if it may hold `most` and fewer than it leaves free. */
export const roomFor = (own: number, free: number, most: number): number =>
  Math.max(0, Math.min(most - own, Math.ceil((free - own) / 2)))
