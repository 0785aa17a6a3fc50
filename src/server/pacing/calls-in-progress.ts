/**
 * Milliseconds for which a call counts. A longer call waits for a model, code or a query, or sends events, and hardly
 * needs the main thread.
 */
const freshMilliseconds = 50

/**
 * The number of fresh calls of each workspace: calls that began less than `freshMilliseconds` ago and have not ended.
 */
const freshCalls = new Map<number, number>()
/** Each function ends one wait if no lighter workspace is left. */
const waits = new Set<() => void>()

const countOf = (workspace: number): number => freshCalls.get(workspace) ?? 0

/** Counts a call that is handled or waits for its turn. Returns the function that ends it. */
export function beginCall(workspace: number): () => void {
  freshCalls.set(workspace, countOf(workspace) + 1)
  let isCounted = true
  const end = () => {
    clearTimeout(timer)
    if (!isCounted) return
    isCounted = false
    const remaining = countOf(workspace) - 1
    if (remaining > 0) freshCalls.set(workspace, remaining)
    else freshCalls.delete(workspace)
    for (const endIfFree of [...waits]) endIfFree()
  }
  const timer = setTimeout(end, freshMilliseconds)
  return end
}

/** With this many fresh calls a workspace is not light, regardless of the calls of others. */
const manyCalls = 4
/** The weight of a job, an export or a large body: it counts as this many calls. */
export const longWork = manyCalls

/**
 * Waits while there is a lighter workspace, at most `milliseconds`. A lighter workspace has at least one fresh call,
 * fewer than `manyCalls`, and fewer than this workspace. Long work passes `longWork` as its weight, a call passes 0.
 * Returns null if there is no need to wait.
 */
export function giveWay(workspace: number, weight: number, milliseconds: number): Promise<void> | null {
  if (!isBesideLighter(workspace, weight)) return null
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waits.delete(endIfFree)
      resolve()
    }
    const endIfFree = () => {
      if (!isBesideLighter(workspace, weight)) end()
    }
    const timer = setTimeout(end, milliseconds)
    waits.add(endIfFree)
  })
}

/** Whether another workspace has a fresh call, and fewer of them than this one with work of that weight. */
export function isBesideLighter(workspace: number, weight: number): boolean {
  const ownCount = Math.min(weight + countOf(workspace), manyCalls)
  for (const [other, calls] of freshCalls) if (other !== workspace && calls < ownCount) return true
  return false
}
