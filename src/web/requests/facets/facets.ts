import { sessionKeys, userKeys } from '../../../engine/search/person-keys.ts'
import type { Answer } from '../../api/index.ts'
import { type Filter, type Filters, showsProduction } from '../filter/filters.ts'

export type Facet = Answer<'readRequestFacets'>['facets'][number]

/** One section of the panel: a field, one key of the metadata, or one score. */
export interface Section {
  readonly field: Facet['field']
  readonly key?: string
  readonly name: string
  /** True if the metadata key names the user; requests may have several such keys. */
  readonly isUser?: true
}

export const fixedSections: readonly Section[] = [
  { field: 'status', name: 'Status' },
  { field: 'source', name: 'Source' },
  { field: 'engine', name: 'Model' },
  { field: 'prompt_id', name: 'Prompt' },
  { field: 'prompt_label', name: 'Label' },
  { field: 'error_type', name: 'Error type' },
  { field: 'tags', name: 'Tag' },
  { field: 'provider_type', name: 'Provider' },
  { field: 'tool_names', name: 'Tool called' },
  { field: 'score_names', name: 'Score' },
]

/** Sections that are open until the person opens or closes one. */
export const openAtFirst = ['status', 'source', 'engine', 'prompt_id', 'tags', 'user']

const scorePrefix = 'score.'

export function sectionId({ field, key, isUser }: Section): string {
  if (key === undefined) return field
  if (field === 'score_values') return `${scorePrefix}${key}`
  return isUser ? 'user' : `metadata.${key}`
}

export const isOfScores = ({ field }: Section): boolean => field === 'score_names' || field === 'score_values'

/** One section for each score name that was counted or whose section is open. */
export const scoreSections = (names: readonly string[], open: readonly string[]): Section[] => {
  const opened = open.filter((id) => id.startsWith(scorePrefix)).map((id) => id.slice(scorePrefix.length))
  return [...new Set([...names, ...opened])].map((key) => ({
    field: 'score_values',
    key,
    name: `Score ${key}`,
  }))
}

/** Sections of the metadata keys: keys of the user first, then the most frequent. */
export function metadataSections(keys: readonly string[]): Section[] {
  const user = userKeys.find((key) => keys.includes(key))
  const otherKeys = keys.filter((key) => key !== user)
  const session = otherKeys.find((key) => sessionKeys.includes(key))
  return [
    ...(user === undefined
      ? []
      : [{ field: 'metadata' as const, key: user, name: `User (${user})`, isUser: true as const }]),
    ...(session === undefined
      ? []
      : [{ field: 'metadata' as const, key: session, name: `Session (${session})` }]),
    ...otherKeys
      .filter((key) => key !== session)
      .map((key) => ({ field: 'metadata' as const, key, name: key })),
  ]
}

const operators = {
  status: ['is', 'is_not'],
  source: ['is', 'is_not'],
  engine: ['is', 'is_not'],
  provider_type: ['is', 'is_not'],
  prompt_label: ['is', 'is_not'],
  error_type: ['is', 'is_not'],
  prompt_id: ['eq', 'neq'],
  tags: ['contains', 'not_contains'],
  tool_names: ['contains', 'not_contains'],
  metadata_keys: ['contains', 'not_contains'],
  metadata: ['key_equals', 'key_not_equals'],
  score_names: ['is_not_null', 'is_null'],
  score_values: ['key_equals', 'key_not_equals'],
} as const satisfies Record<Facet['field'], readonly [string, string]>

/** The filter that includes or excludes the requests with a value. */
export function filterOf({ field, key }: Section, value: string, excludes = false): Filter {
  const operator = operators[field][excludes ? 1 : 0]
  if (field === 'score_names') return { field: 'score', operator, nested_key: value }
  if (field === 'metadata' || field === 'score_values') return { field, operator, nested_key: key, value }
  return { field, operator, value: field === 'prompt_id' ? Number(value) : value }
}

const isSame = (a: Filter, b: Filter): boolean =>
  a.field === b.field &&
  a.operator === b.operator &&
  a.value === b.value &&
  (a.nested_key ?? '') === (b.nested_key ?? '')

export const isIncluded = ({ filters = [] }: Filters, section: Section, value: string): boolean =>
  filters.some((filter) => isSame(filter, filterOf(section, value)))

export const withFilter = ({ filters = [] }: Filters, filter: Filter): Filters =>
  filters.some((other) => isSame(other, filter)) ? {} : { filters: [...filters, filter] }

/** Includes or excludes a value; including it again removes the filter. */
export function toggleFacetFilter(
  { filters = [] }: Filters,
  section: Section,
  value: string,
  excludes: boolean,
) {
  const including = filterOf(section, value)
  const others = filters.filter((filter) => !isSame(filter, including))
  const next = excludes
    ? [...others, filterOf(section, value, true)]
    : others.length < filters.length
      ? others
      : [...filters, including]
  return { filters: next.length > 0 ? next : undefined }
}

/** True if the production filter does not apply: for sources, so that other sources can be chosen. */
export const countsAllSources = (filters: Filters, { field }: Section): boolean =>
  field === 'source' && showsProduction(filters)
