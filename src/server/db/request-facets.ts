import { requestPart } from '../../engine/search/facets.ts'
import { foldStorable } from '../../engine/search/words.ts'
import type { Dialect } from './migrations.ts'

/** One row of the facet index. */
export type FacetEntry = readonly [kind: number, key: string, value: string]

/** Kinds whose facets are usually all in a column of the request. The numbers must never change. */
export const columnKinds = { tags: 1, metadata: 3 } as const

export interface FacetColumns {
  readonly facets: string
  readonly tags: string
  readonly metadata: string
}

interface Tagged {
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

/** First item of a list on SQLite that leaves out tags and metadata: they are read from their columns. */
const shortMark = 0

/** The column `facets` of a request: a JSON list of kind, key and value. */
export const requestFacets = {
  write(dialect: Dialect, entries: readonly FacetEntry[], tagged: Tagged): string {
    if (dialect === 'postgres') return wholeList(entries)
    if (!followFromColumns(entries, tagged)) return JSON.stringify(entries)
    return JSON.stringify([shortMark, ...entries.filter((entry) => !isOfColumn(entry))])
  },
  read(row: FacetColumns): FacetEntry[] {
    const [first, ...rest] = JSON.parse(row.facets) as [number | FacetEntry, ...FacetEntry[]]
    const entries = (
      first === shortMark ? rest : first === undefined ? [] : [first as FacetEntry, ...rest]
    ).map(([kind, key, value]): FacetEntry => [kind, key, value])
    if (first !== shortMark) return entries
    return [
      ...entriesOfColumns({ tags: JSON.parse(row.tags), metadata: JSON.parse(row.metadata) }),
      ...entries,
    ]
  },
  /** The value of the column on PostgreSQL, from the columns of a row on SQLite. */
  whole: (row: FacetColumns): string => wholeList(requestFacets.read(row)),
}

/** Folds a facet's value for filters that search for a part of it. */
export const foldedFacet = (value: string): string => foldStorable(requestPart(value))

/** An entry also has its folded value if that differs, because PostgreSQL cannot fold texts as JavaScript does. */
const wholeList = (entries: readonly FacetEntry[]): string =>
  JSON.stringify(
    entries.map(([kind, key, value]) => {
      const folded = foldedFacet(value)
      return folded === value ? [kind, key, value] : [kind, key, value, folded]
    }),
  )

const isOfColumn = ([kind]: FacetEntry): boolean => kind === columnKinds.tags || kind === columnKinds.metadata

const entriesOfColumns = ({ tags, metadata }: Tagged): FacetEntry[] => [
  ...tags.map((tag): FacetEntry => [columnKinds.tags, '', tag]),
  ...Object.entries(metadata).map(([key, value]): FacetEntry => [columnKinds.metadata, key, String(value)]),
]

/** True if `json_each` of the columns gives exactly these tags and metadata. */
function followFromColumns(entries: readonly FacetEntry[], { tags, metadata }: Tagged): boolean {
  const keys = Object.keys(metadata)
  if (!keys.every((key) => isReadBySql(key, metadata[key]))) return false
  const listed = entries.filter(isOfColumn)
  const ofMetadata = listed.slice(tags.length)
  return (
    listed.length === tags.length + keys.length &&
    tags.every((tag, index) => isEntry(listed[index]!, columnKinds.tags, '', tag)) &&
    keys.every((key, index) => isEntry(ofMetadata[index]!, columnKinds.metadata, key, String(metadata[key])))
  )
}

/** SQLite writes integers as JavaScript does, and returns keys as they stand in the JSON text. */
const isReadBySql = (key: string, value: unknown): boolean =>
  (typeof value === 'string' || Number.isSafeInteger(value)) && JSON.stringify(key).length === key.length + 2

const isEntry = (entry: FacetEntry, kind: number, key: string, value: string): boolean =>
  entry[0] === kind && entry[1] === key && entry[2] === value
