import type { Point } from './layout.ts'

/**
 * A smooth line from top to bottom through points, vertical in each point; between points with equal x it is
 * straight.
 */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  let before = first!
  const parts = rest.map((point) => {
    const half = (before.y + point.y) / 2
    const part = `C ${before.x} ${half} ${point.x} ${half} ${point.x} ${point.y}`
    before = point
    return part
  })
  return [`M ${first!.x} ${first!.y}`, ...parts].join(' ')
}
