import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnTypes } from '../../engine/columns/index.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { Config } from './config.ts'
import { forms, groups } from './kinds.ts'
import { referencesOf } from './references.ts'
import { names } from './type-names.ts'

const mapping = { prompt_template_variable_mappings: { 'a.b': 'Question', tone: 'Tone' } }

/** A config of each type, as its form makes it. */
const configs: Readonly<Record<ColumnTypeName, Config>> = {
  TEXT: {},
  TRACE: {},
  VARIABLE: { value: { type: 'json', value: '{"a": 1}' } },
  HUMAN: { data_type: 'string', ui_element: { type: 'select', options: ['good', 'bad'] } },
  PROMPT_TEMPLATE: { template: { name: 'p', label: 'prod' }, ...mapping, chat_history_source: 'Chat' },
  CODE_EXECUTION: { language: 'PYTHON', code: 'return data["Question"] + data.Tone' },
  ENDPOINT: { url: 'https://example.com/', headers: { A: 'b' }, timeout: 5, payload: 'wrapped' },
  MCP: { mcp_server_id: 1, tool_name: 't', input_mappings: { q: 'Question', n: { static: 3 } } },
  WORKFLOW: { workflow_id: 1, workflow_version_number: 2, input_mappings: { q: 'Question' } },
  CONVERSATION_SIMULATOR: {
    template: { name: 'p' },
    ...mapping,
    user_persona_source: 'Persona',
    max_turns: 3,
  },
  COMPOSITION: { source: 'Table.Sheet.Column' },
  COMPARE: {
    sources: ['Answer', 'Expected'],
    comparison_type: { type: 'NUMBER', tolerance: { absolute: 1 } },
  },
  CONTAINS: { source: 'Answer', value_source: 'Expected' },
  REGEX: { source: 'Answer', regex_pattern: '^a', negate: true },
  LLM_ASSERTION: {
    source: 'Answer',
    prompt: 'Is {tone}',
    variable_mappings: { tone: 'Tone' },
    output: 'score',
    scale: { min: 1, max: 5 },
    repeats: 3,
    model: { provider: 'openai', name: 'gpt-4o' },
  },
  ASSERT_VALID: { source: 'Answer', type: 'json_schema', json_schema: { type: 'object' } },
  TRAJECTORY: { trace_source: 'Trace', mode: 'subset', accepted_scenarios: [['search']] },
  JSON_PATH: { source: 'Answer', json_path: '$.a', return_first_match: false },
  XML_PATH: { source: 'Answer', xml_path: '//a', type: 'findall', return_text: false },
  REGEX_EXTRACTION: { source: 'Answer', regex_pattern: '(a)', group: 1 },
  AI_DATA_EXTRACTION: { source: 'Answer', query: 'the number' },
  PARSE_VALUE: { source: 'Answer', type: 'object' },
  COUNT: { source: 'Answer', type: 'words', min_count: 1, max_count: 9 },
  COSINE_SIMILARITY: { sources: ['Answer', 'Expected'], model: 'm' },
  ABSOLUTE_NUMERIC_DISTANCE: { sources: ['Answer', 'Expected'] },
  MATH_OPERATOR: { sources: ['Answer'], operator: 'ge', value: 3 },
  MIN_MAX: { sources: ['Answer'], type: 'max', json_path: '$[*]' },
  COMBINE_COLUMNS: { sources: ['Answer', 'Expected'], format: '{Answer}' },
  COALESCE: { sources: ['Answer', 'Expected'], skip_empty: true, skip_failed: true },
  APPLY_DIFF: { content_source: 'Answer', diff_source: 'Diff' },
  CONDITION: {
    is_and: false,
    conditionals: [
      { operator: 'in', left_config: { source: 'Answer' }, right_config: { static_value: '["a"]' } },
      { operator: 'is_null', left_config: { source: 'Expected' } },
    ],
  },
  FOR_LOOP: {
    loop_type: 'prompt',
    iterator_source: 'Items',
    prompt_config: {
      template: { name: 'p' },
      prompt_template_variable_mappings: { item: '_iterator_item', q: 'Question' },
    },
  },
  WHILE_LOOP: {
    ...{
      loop_type: 'workflow',
      max_iterations: 4,
      end_condition_json_path: '$.done',
      return_all_outputs: true,
    },
    workflow_config: { workflow_id: 'w', input_mappings: { q: 'Question', n: 'loop_index' } },
  },
}

const targets = (references: readonly { target: string }[]) => references.map(({ target }) => target).sort()

describe('forms of columns', () => {
  it('exist for every type, each in one group', () => {
    const grouped = groups.flatMap(({ types }) => types)
    assert.deepEqual([...grouped].sort(), Object.keys(names).sort(), 'groups of src/web/columns/kinds.ts')
    assert.deepEqual(Object.keys(forms).sort(), Object.keys(names).sort())
  })

  for (const [type, config] of Object.entries(configs) as [ColumnTypeName, Config][])
    it(`make a valid config of ${type}, with the references that the engine finds`, () => {
      const engine = columnTypes[type]
      const parsed = engine.config(config)
      if (type === 'COMPOSITION') return
      assert.deepEqual(targets(referencesOf(type, config)), targets(engine.dependsOn(parsed)))
    })
})
