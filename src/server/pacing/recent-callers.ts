/** Milliseconds after a call in which its workspace counts as active. */
const activeMilliseconds = 1_000

interface Called {
  readonly workspace: number
  readonly at: number
}

/** The last call, and the last call of any other workspace. */
let last: Called = { workspace: 0, at: Number.NEGATIVE_INFINITY }
let lastOther = last

export function markCaller(workspace: number): void {
  if (workspace !== last.workspace) lastOther = last
  last = { workspace, at: performance.now() }
}

/** True if another workspace has called within the last second. */
export function isCalledByOthers(workspace: number): boolean {
  const { at } = workspace === last.workspace ? lastOther : last
  return performance.now() - at < activeMilliseconds
}
