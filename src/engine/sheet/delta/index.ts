/** What a version changed. */

export { checkpointDue, type Route, routeTo, type Waypoint } from './checkpoint.ts'
export {
  applyDelta,
  cellKey,
  compareContents,
  type Delta,
  deltaSize,
  emptyContent,
  reverseDelta,
  type Section,
  type SheetContent,
  sections,
  squashDeltas,
} from './delta.ts'
export type { KeyedDelta } from './keyed.ts'
