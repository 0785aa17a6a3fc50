/** A workspace whose last call began earlier waits for models, code or queries, and hardly needs the main thread. */
const freshMilliseconds = 50

interface Progress {
  /** Calls that are being handled or wait for their turn. */
  calls: number
  /** Begin of the last one. */
  begunAt: number
}

const progress = new Map<number, Progress>()
/** Each ends its wait if there is nothing left to wait for. */
const waits = new Set<() => void>()

/** Returns the function that ends the call. */
export function beginCall(workspace: number): () => void {
  const own = progress.get(workspace) ?? { calls: 0, begunAt: 0 }
  progress.set(workspace, own)
  own.calls++
  own.begunAt = performance.now()
  return () => {
    own.calls--
    if (own.calls === 0) progress.delete(workspace)
    for (const endIfFree of [...waits]) endIfFree()
  }
}

/** A workspace with so many calls in progress is not light, however many others have: it takes its share without help. */
const manyCalls = 4
/** The weight of a job, an export or a large body: as much as so many more calls. */
export const longWork = manyCalls

/**
 * Waits while a light workspace has a fresh call: one with few calls in progress, and fewer than this workspace. At most for the
 * given time. Long work passes `longWork` as its weight, a call 0. Null: there is nothing to wait for.
 */
export function giveWay(workspace: number, weight: number, milliseconds: number): Promise<void> | null {
  if (!isBusierThanOthers(workspace, weight)) return null
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waits.delete(endIfFree)
      resolve()
    }
    const endIfFree = () => {
      if (!isBusierThanOthers(workspace, weight)) end()
    }
    const timer = setTimeout(end, milliseconds)
    waits.add(endIfFree)
  })
}

function isBusierThanOthers(workspace: number, weight: number): boolean {
  const own = Math.min(weight + (progress.get(workspace)?.calls ?? 0), manyCalls)
  const oldest = performance.now() - freshMilliseconds
  for (const [other, { calls, begunAt }] of progress)
    if (other !== workspace && calls < own && begunAt > oldest) return true
  return false
}
