import type { EntityType } from '../../contract/index.ts'
import { naturalKey } from '../../engine/natural-order.ts'
import type { TimeBounds } from '../db/index.ts'
import type { FolderedEntity } from './foldered-kind.ts'

export interface EntityFilter {
  /** The types to list; absent: all types. */
  readonly types?: readonly EntityType[]
  readonly search?: string
  readonly tags: readonly string[]
  readonly times: TimeBounds
}

export interface EntityOrder {
  readonly by?: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

const lowerCase = (text: string) => text.toLowerCase()
const nameContains = ({ name }: FolderedEntity, words: string) => lowerCase(name).includes(lowerCase(words))

const isWithin = (time: number, from = -Infinity, to = Infinity) => from <= time && time <= to

export function matches(entity: FolderedEntity, filter: EntityFilter): boolean {
  const { types, search, tags, times } = filter
  const entityTags = new Set(entity.tags.map(lowerCase))
  return (
    (!types || types.includes(entity.type)) &&
    (search === undefined || nameContains(entity, search) || entity.contentMatches) &&
    tags.every((tag) => entityTags.has(lowerCase(tag))) &&
    isWithin(entity.createdAt, times.created_after, times.created_before) &&
    isWithin(entity.updatedAt, times.updated_after, times.updated_before)
  )
}

const keyOf = {
  created_at: (entity: FolderedEntity) => entity.createdAt,
  updated_at: (entity: FolderedEntity) => entity.updatedAt,
  name: (entity: FolderedEntity) => naturalKey(entity.name),
  id: (entity: FolderedEntity) => entity.id,
} as const

/** Sorts entities. Without a sort field the order stays, but after a search, matches by name come first. */
export function inOrder(
  entities: readonly FolderedEntity[],
  { by, direction }: EntityOrder,
  search: string | undefined,
): FolderedEntity[] {
  const sign = direction === 'asc' ? 1 : -1
  if (by)
    return entities.toSorted((a, b) => sign * (compare(keyOf[by](a), keyOf[by](b)) || compare(a.id, b.id)))
  if (search === undefined) return [...entities]
  return entities.toSorted((a, b) => Number(nameContains(b, search)) - Number(nameContains(a, search)))
}

function compare<K extends number | string>(a: K, b: K): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
