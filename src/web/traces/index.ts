/** The list of traces, one trace as tree and timeline, and its spans. */

export { SpanStatus } from './span-status.tsx'
export { extentOf, type OutlinedSpan, rowsOf, type SpanNode, treeOf } from './span-tree.ts'
