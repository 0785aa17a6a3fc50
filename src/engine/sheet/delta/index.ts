/** The changes of a version. */

export {
  cellKey,
  compareContents,
  type SheetContent,
  sections,
} from './delta.ts'
