import { type Facet, type FacetKind, facetText } from '../../engine/search/index.ts'
import { columnKinds, type FacetEntry, type RequestRow } from '../db/index.ts'

/** Numbers of kinds in the database, which must never change. */
const kindNumbers = {
  ...columnKinds,
  tool_names: 2,
  output: 4,
  input_variables: 5,
  engine: 6,
  provider_type: 7,
  status: 8,
  prompt_id: 9,
  // Most requests come from the source app, so only other sources have an entry.
  source: 10,
} as const satisfies Record<FacetKind, number> & Record<string, number>

/** The kinds of facets, and columns that are indexed like facets. */
export type EntryKind = keyof typeof kindNumbers

export const kindNumber = (kind: EntryKind): number => kindNumbers[kind]

export const facetEntriesOf = (facets: readonly Facet[]): FacetEntry[] =>
  facets.map(({ kind, key, value }) => [kindNumbers[kind], key, value])

export const promptEntryOf = (prompt: number | null): FacetEntry[] =>
  prompt === null ? [] : [[kindNumbers.prompt_id, '', String(prompt)]]

export const scalarEntriesOf = (
  row: Pick<RequestRow, 'model' | 'provider' | 'status' | 'feature' | 'prompt_id'>,
): FacetEntry[] => [
  [kindNumbers.engine, '', facetText(row.model)],
  [kindNumbers.provider_type, '', facetText(row.provider)],
  [kindNumbers.status, '', row.status],
  ...(row.feature === 'app' ? [] : [[kindNumbers.source, '', row.feature] as const]),
  ...promptEntryOf(row.prompt_id),
]
