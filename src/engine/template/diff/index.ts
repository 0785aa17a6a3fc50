/** The difference of two versions, and the three-way merge. */

export { align } from './align.ts'
export type { Change, Path, Version } from './change.ts'
export { diffVersions } from './diff.ts'
export { mergeVersions } from './merge.ts'
export type { Conflict } from './resolve-value.ts'
