/** The list of traces, one trace as tree and timeline, and its spans. */

export { SpanStatus } from './span-status.tsx'
export { extentOf, rowsOf, treeOf } from './span-tree.ts'
