import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { type Config, valueAt } from './config.ts'
import { names } from './type-names.ts'

const maxLength = 40

/** A title for a new column, made from its config. */
export function suggestedTitle(type: ColumnTypeName, config: Config): string {
  const words = wordsOf(type, config)?.trim().replaceAll(/\s+/g, ' ')
  if (!words) return names[type]
  return words.length > maxLength ? `${words.slice(0, maxLength - 1).toWellFormed()}…` : words
}

function wordsOf(type: ColumnTypeName, config: Config): string | undefined {
  const at = (path: string): string | undefined => {
    const value = valueAt(config, path)
    return value === undefined || value === null || typeof value === 'object' ? undefined : String(value)
  }
  /** The words, if none of them is missing in the config. */
  const joined = (...parts: readonly (string | undefined)[]) =>
    parts.every((part) => part !== undefined && part !== '') ? parts.join(' ') : undefined
  switch (type) {
    case 'PROMPT_TEMPLATE':
      return at('template.name') ?? (config['inline_template'] ? 'Answer' : undefined)
    case 'MCP':
      return at('tool_name')
    case 'HUMAN':
      return at('ui_element.prompt') ?? (at('ui_element.type') === 'rating' ? 'Rating' : 'Review')
    case 'CONTAINS':
      return joined('Contains', at('value_source') ?? at('value'))
    case 'REGEX':
      return joined(at('source'), 'matches')
    case 'COMPARE':
      return joined(at('sources.0'), 'is', at('sources.1') ?? at('target'))
    case 'LLM_ASSERTION':
      return joined(at('source'), 'judged')
    case 'ASSERT_VALID':
      return joined('Valid', at('type') === 'object' ? 'JSON' : at('type')?.replace('json_schema', 'schema'))
    case 'JSON_PATH':
      return lastName(at('json_path'))
    case 'XML_PATH':
      return lastName(at('xml_path'))
    case 'REGEX_EXTRACTION':
      return joined('Part of', at('source'))
    case 'AI_DATA_EXTRACTION':
      return at('query')
    case 'PARSE_VALUE':
      return joined(at('source'), 'as', at('type'))
    case 'COUNT':
      return joined(at('source'), at('type') === 'chars' ? 'length' : at('type'))
    case 'COSINE_SIMILARITY':
      return 'Similarity'
    case 'ABSOLUTE_NUMERIC_DISTANCE':
      return 'Distance'
    case 'MIN_MAX':
      return at('type') === 'min' ? 'Smallest' : 'Largest'
    case 'COMBINE_COLUMNS':
      return joined(at('sources.0'), 'and', at('sources.1'))
    default:
      return undefined
  }
}

/** The last name in a path such as `$.items[*].name` or `//item/@name`. */
const lastName = (path: string | undefined): string | undefined =>
  path?.match(/[\p{L}_][\p{L}\p{N}_-]*/gu)?.at(-1)
