import { Refusal } from '../../../engine/refusal.ts'
import { facetText, parseFilter, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver } from './choose-driver-queries.ts'
import { readFilterText } from './filter-text.ts'
import { openSearch } from './open-search.ts'
import { allSuggestions, type Listed, promptNames, suggestionsWithin } from './suggestion-queries.ts'
import { refusingTimeout } from './time-limit.ts'

const maxValues = 50
/** Templates are listed by id but filtered by name, so more are listed than shown. */
const maxPrompts = 1_000

export const suggestRequestValues: Handler<'suggestRequestValues'> = async ({ store }, { caller, query }) => {
  const { field, prefix = '', metadata_key: key, prompt_id: prompt } = query
  const listed = listedBy(field, key)
  const filter = readFilterText(query.filter_group)
  const parsed = parseSearch({ filter_group: filter })
  const ofPrompt =
    prompt === undefined
      ? []
      : [parseFilter({ filters: [{ field: 'prompt_id', operator: 'eq', value: prompt }] })]
  const search = await openSearch(store, caller.workspace, {
    ...parsed,
    filter: { type: 'all', of: [parsed.filter, ...ofPrompt] },
  })
  const list = async (begin: string, limit: number) => {
    const suggestions =
      filter === undefined && prompt === undefined
        ? allSuggestions(search, listed, begin, limit)
        : suggestionsWithin(search, await chooseDriver(search), listed, begin, limit)
    return (await search.runQuery(suggestions)).map(({ value }) => value)
  }
  const values = await refusingTimeout(async () => {
    if (field !== 'prompt') return list(facetText(prefix), maxValues)
    const ids = (await list('', maxPrompts)).map(Number)
    const names = ids.length > 0 ? await promptNames(search, ids) : []
    return names
      .map(({ name }) => name)
      .filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort()
      .slice(0, maxValues)
  })
  return { success: true as const, values }
}

type Field = Parameters<Handler<'suggestRequestValues'>>[1]['query']['field']

function listedBy(field: Field, key: string | undefined): Listed {
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
