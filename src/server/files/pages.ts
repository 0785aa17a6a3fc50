import type { Json } from '../../engine/json/json.ts'

/** Rows of values in pages; titles are unique. */
export type Pages = AsyncIterable<readonly (readonly Json[])[]>
