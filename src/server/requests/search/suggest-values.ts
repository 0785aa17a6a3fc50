import { Refusal } from '../../../engine/refusal.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { listPromptNames } from '../queries.ts'
import { readFilterText } from './filter-text.ts'
import { searchLog } from './search-log.ts'
import type { SuggestionList } from './suggestion-queries.ts'
import { refusingTimeout } from './time-limit.ts'

const maxValues = 50
/** Maximum prompts that are listed. They are listed by id and then filtered by name, so more are read than shown. */
const maxPrompts = 1_000

export const suggestRequestValues: Handler<'suggestRequestValues'> = async ({ store }, { caller, query }) => {
  const { field, prefix = '', metadata_key: key, prompt_id: prompt } = query
  const suggestionList = suggestionListOf(field, key)
  const parsed = parseSearch({ filter_group: readFilterText(query.filter_group) })
  const logSearch =
    prompt === undefined
      ? parsed
      : {
          ...parsed,
          filter: {
            type: 'all' as const,
            of: [parsed.filter, { type: 'number_in' as const, field: 'prompt_id' as const, in: [prompt] }],
          },
        }
  const list = async (beginning: string, limit: number) => {
    const search = await searchLog(store, caller.workspace, logSearch)
    return search.suggest(suggestionList, beginning, limit)
  }
  const values = await refusingTimeout(async () => {
    if (field !== 'prompt') return list(facetText(prefix), maxValues)
    const ids = (await list('', maxPrompts)).map(Number)
    const names = await listPromptNames(store.db, caller.workspace, ids, 'live')
    return [...names.values()]
      .filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort()
      .slice(0, maxValues)
  })
  return { success: true as const, values }
}

type Field = Parameters<Handler<'suggestRequestValues'>>[1]['query']['field']

function suggestionListOf(field: Field, key: string | undefined): SuggestionList {
  switch (field) {
    case 'prompt':
      return { kind: 'prompt_id', key: '' }
    case 'metadata_keys':
      return { kind: 'metadata', key: null }
    case 'output_keys':
      return { kind: 'output', key: null }
    case 'input_variable_keys':
      return { kind: 'input_variables', key: null }
    case 'metadata_values':
      return { kind: 'metadata', key: keyOf(key) }
    case 'output_values':
      return { kind: 'output', key: keyOf(key) }
    case 'input_variable_values':
      return { kind: 'input_variables', key: keyOf(key) }
    default:
      return { kind: field, key: '' }
  }
}

function keyOf(key: string | undefined): string {
  if (key !== undefined && key !== '') return facetText(key)
  throw new Refusal('invalid', 'is needed for the values of a key', { loc: ['query', 'metadata_key'] })
}
