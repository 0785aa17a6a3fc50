/** The changes of a version. */

export {
  cellKey,
  compareContents,
  type Delta,
  type Section,
  type SheetContent,
  sections,
} from './delta.ts'
export type { KeyedDelta } from './keyed.ts'
