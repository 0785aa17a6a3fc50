import type { FilterField, FilterOperator } from './fields.ts'

interface Filter {
  readonly field: FilterField
  readonly operator: FilterOperator
  readonly value: unknown
  readonly nested_key?: string
}

interface Group {
  readonly logic: 'AND' | 'OR'
  readonly filters: readonly (Filter | Group)[]
}

interface Entry {
  readonly key: string
  readonly value: string
}

interface Template<Name> {
  readonly name: Name
  readonly version_numbers?: readonly number[] | null
}

/** The older form of request filters, one field for each kind; the vendor's MCP server sends them. */
export interface FlatFilters<Name = string> {
  readonly id?: number | null
  readonly tags?: readonly string[] | null
  readonly tags_and?: readonly string[] | null
  readonly tags_or?: readonly string[] | null
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly metadata_and?: readonly Entry[] | null
  readonly metadata_or?: readonly Entry[] | null
  readonly start_time?: string | null
  readonly end_time?: string | null
  readonly status?: readonly string[] | null
  readonly prompt_templates_include?: readonly Template<Name>[] | null
  readonly prompt_templates_exclude?: readonly Template<Name>[] | null
}

const earliest = '1970-01-01T00:00:00Z'
const latest = '9999-12-31T23:59:59Z'

/** The equivalent group; null without filters. Templates are given by id. */
export function groupOfFlatFilters(flat: FlatFilters<number>): Group | null {
  const {
    id,
    start_time: start,
    end_time: end,
    prompt_templates_include: include,
    prompt_templates_exclude: exclude,
  } = flat
  const filters: (Filter | Group)[] = [
    ...(id == null ? [] : [{ field: 'pl_id', operator: 'eq', value: id } as const]),
    ...[...(flat.tags ?? []), ...(flat.tags_and ?? [])].map(hasTag),
    ...anyOf((flat.tags_or ?? []).map(hasTag)),
    ...Object.entries(flat.metadata ?? {}).map(([key, value]) => hasMetadata({ key, value })),
    ...(flat.metadata_and ?? []).map(hasMetadata),
    ...anyOf((flat.metadata_or ?? []).map(hasMetadata)),
    ...(start == null && end == null
      ? []
      : [
          {
            field: 'request_start_time',
            operator: 'between',
            value: [start ?? earliest, end ?? latest],
          } as const,
        ]),
    ...(flat.status?.length ? [{ field: 'status', operator: 'in', value: flat.status } as const] : []),
    ...anyOf((include ?? []).map(isOfTemplate)),
    ...(exclude ?? []).map(isNotOfTemplate),
  ]
  return filters.length === 0 ? null : { logic: 'AND', filters }
}

const anyOf = (filters: readonly (Filter | Group)[]): Group[] =>
  filters.length === 0 ? [] : [{ logic: 'OR', filters }]

const hasTag = (value: string): Filter => ({ field: 'tags', operator: 'contains', value })

const hasMetadata = ({ key, value }: Entry): Filter => ({
  field: 'metadata',
  operator: 'key_equals',
  nested_key: key,
  value,
})

const isOfTemplate = ({ name: id, version_numbers: versions }: Template<number>): Group => ({
  logic: 'AND',
  filters: [
    { field: 'prompt_id', operator: 'eq', value: id },
    ...(versions?.length
      ? [{ field: 'prompt_version_number', operator: 'in', value: versions } as const]
      : []),
  ],
})

const isNotOfTemplate = ({ name: id, version_numbers: versions }: Template<number>): Group => ({
  logic: 'OR',
  filters: [
    { field: 'prompt_id', operator: 'neq', value: id },
    ...(versions?.length
      ? [{ field: 'prompt_version_number', operator: 'not_in', value: versions } as const]
      : []),
  ],
})
