import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import type { Reference, Step } from '../column.ts'
import { columnName, filledText, json, wholeNumber } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { fromMapping } from '../references.ts'
import { need, value } from '../steps.ts'
import { isList, isObject, jsonOrText } from '../values/coercions.ts'

const MAX_SHOWN = 2_000

/** The result of a tool: structured content, or its texts, parsed as JSON if they are. */
function readToolResult(result: Json): Step {
  if (!isObject(result)) return failed('bad_answer', 'The server did not answer with the result of a tool.')
  const text = textOf(result['content'] ?? null)
  if (result['isError'] === true)
    return failed('tool_failed', text === '' ? 'The tool failed.' : text.slice(0, MAX_SHOWN))
  const structured = result['structuredContent']
  if (structured !== undefined && structured !== null) return value(structured)
  return value(text === '' ? null : jsonOrText(text))
}

function textOf(content: Json): string {
  if (!isList(content)) return ''
  const parts = content.flatMap((part) =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  )
  return parts.join('\n')
}

const fixed = z.looseObject({ static: json })

const schema = z.looseObject({
  mcp_server_id: wholeNumber(1, 2_147_483_647),
  tool_name: filledText('the name of a tool'),
  /** PromptLayer allows columns only, not `{static: value}`. */
  input_mappings: z
    .record(
      z.string().min(1).max(1_000),
      z.union([columnName, fixed], 'must be a column or {static: value}.'),
      'must be an object.',
    )
    .default({}),
})

type Config = z.output<typeof schema>

/** Calls a tool of an MCP server for each row. Arguments without a value are left out. */
export const mcp = defineColumn<Config>({
  type: 'MCP',
  cost: 'external',
  score: () => 'by-value',
  config: configReader(schema, renameField('function_name', 'tool_name')),
  dependsOn: references,
  evaluator(config) {
    const columns = references(config)
    const constants = Object.entries(config.input_mappings).flatMap(([name, mapping]): [string, Json][] =>
      typeof mapping === 'string' ? [] : [[name, mapping.static]],
    )
    return {
      prepare({ values }) {
        const mapped = columns.map((reference, index): [string, Json] => [
          String(reference.meta!['variable_name']),
          values[index] ?? null,
        ])
        const sentArguments = Object.fromEntries([
          ...constants,
          ...mapped.filter(([, argument]) => argument !== null),
        ])
        return need({
          kind: 'mcp',
          server: config.mcp_server_id,
          tool: config.tool_name,
          arguments: sentArguments,
        })
      },
      complete: (_inputs, _state, answer) =>
        answer.ok ? readToolResult(answer.value) : failedWith(answer.failure),
    }
  },
})

function references(config: Config): readonly Reference[] {
  const columns = Object.entries(config.input_mappings).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return fromMapping('input_mappings', Object.fromEntries(columns))
}
