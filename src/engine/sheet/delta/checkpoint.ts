/** A sheet this small is not worth counting. */
const LEAST_CHANGES = 1_000

/**
 * Whether a version should keep a full snapshot beside its delta: when as much has changed since the last one
 * as the sheet holds. So all snapshots together cost no more than all changes, and reading a version never
 * applies more than about twice the sheet.
 */
export function checkpointDue(changesSince: number, contentSize: number): boolean {
  return changesSince >= Math.max(LEAST_CHANGES, contentSize)
}

/** A version as a way point: `size` of the delta that leads to it from the one before. */
export interface Waypoint {
  readonly number: number
  readonly size: number
  readonly checkpoint: boolean
}

/** From where to read a version, and which deltas to apply: forwards, or backwards and reversed. */
export interface Route {
  readonly from: number
  readonly direction: 'forwards' | 'backwards'
  /** Numbers of the versions whose deltas are applied, in that order. */
  readonly deltas: readonly number[]
}

/**
 * The cheapest way to a version. `versions` are in ascending order; the last one is the sheet as it is, which
 * can always be read. Null when no checkpoint or last version leads there.
 */
export function routeTo(target: number, versions: readonly Waypoint[]): Route | null {
  const at = versions.findIndex(({ number }) => number === target)
  if (at < 0) return null
  const start = versions.findLastIndex(({ checkpoint }, index) => checkpoint && index <= at)
  const later = versions.findIndex(
    ({ checkpoint }, index) => index >= at && (checkpoint || index === versions.length - 1),
  )
  const forwards = versions.slice(start + 1, at + 1)
  const backwards = versions.slice(at + 1, later + 1)
  const cost = (steps: readonly Waypoint[]) => steps.reduce((sum, { size }) => sum + size, 0)
  if (start >= 0 && cost(forwards) <= cost(backwards))
    return {
      from: versions[start]!.number,
      direction: 'forwards',
      deltas: forwards.map(({ number }) => number),
    }
  const deltas = backwards.map(({ number }) => number).reverse()
  return { from: versions[later]!.number, direction: 'backwards', deltas }
}
