export { cellKey, compareContents, type Delta, type SheetContent } from './delta.ts'
