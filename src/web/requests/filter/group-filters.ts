import type { Filter } from './filters.ts'

/** The filters that find the requests of a group, such as one model or one version of a prompt. */
export function groupFilters(by: string, key: string | null | undefined, name: string): Filter[] {
  if (by === 'metadata') return [{ field: by, operator: 'key_equals', nested_key: key!, value: name }]
  if (by === 'prompt_version') {
    const [prompt, version] = name.split(':').map(Number)
    return [
      { field: 'prompt_id', operator: 'eq', value: prompt },
      { field: 'prompt_version_number', operator: 'eq', value: version },
    ]
  }
  if (by === 'prompt_id' || by === 'prompt_version_number')
    return [{ field: by, operator: 'eq', value: Number(name) }]
  const operator = by === 'tags' || by === 'tool_names' ? 'contains' : 'is'
  return [{ field: by as 'engine', operator, value: name }]
}
