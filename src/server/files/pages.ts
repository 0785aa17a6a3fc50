import type { Json } from '../../engine/columns/json.ts'

/** Rows of values, below titles that are unlike each other; some rows at a time. */
export type Pages = AsyncIterable<readonly (readonly Json[])[]>
