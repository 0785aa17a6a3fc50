import type { TraceFacetKind } from '../../../engine/traces/index.ts'

/** Numbers of kinds in the database, which must never change. */
export const facetNumbers = {
  status: 1,
  name: 2,
  span_name: 3,
  model: 4,
  tool: 5,
  session: 6,
  user: 7,
  metadata: 8,
  tag: 9,
} as const satisfies Record<TraceFacetKind, number>

export type StoredFacet = readonly [kind: number, key: string, value: string]
