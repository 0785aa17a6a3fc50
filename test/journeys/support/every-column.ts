import { type Api, bodyOf } from '../../kit/api.ts'
import { promptColumn } from './prompt-columns.ts'
import { gpt } from './running.ts'
import { chat, publish, user } from './templates.ts'
import { createWorkflow, joinNode, output, topic } from './workflows.ts'

interface ExpectedFailure {
  readonly fails: string
}

export interface ComputedColumn {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly cells: readonly [inFullRow: unknown, inEmptyRow: unknown]
  /** The sheet's automatic score by this column: kind, score, number of cells. */
  readonly score: readonly ['boolean' | 'numeric', number, number] | null
}

const texts = {
  a: 'hello\n',
  b: 'hello',
  n: '4',
  m: 2.5,
  j: '{"k":[1,2]}',
  l: '["p","q"]',
  y: 'Yes',
  z: null,
}
/** A row with a value for each input column. */
export const fullRow = {
  ...texts,
  x: '<a><b>1</b><b>2<c>3</c></b></a>',
  d: '--- a\n+++ b\n@@ -1 +1 @@\n-hello\n+bye\n',
  t: { trace_id: 'x', spans: [{ name: 'Tool: find', start: 1 }] },
}

const missing: ExpectedFailure = { fails: 'missing_value' }
const noScore = null
const isTrue = ['boolean', 0.5, 2] as const
const isFalse = ['boolean', 0, 2] as const

/** Columns of every type in every published spelling, for a sheet with the columns of `fullRow`. */
export async function everyColumn(api: Api, tools: string, url: string): Promise<readonly ComputedColumn[]> {
  const { id } = await publish(api, 'greet', chat(user('Hi {q}')), { metadata: gpt() })
  bodyOf(await api.post(`/prompts/${id}/label`, { prompt_version_number: 1, name: 'prod' }))
  const nodes = [joinNode('end', ['topic'], output)]
  const { workflow_id } = await createWorkflow(api, { name: 'wf', ...topic, nodes })
  const server = bodyOf(await api.post('/api/public/v2/mcp-servers', { name: 'kitchen', url: tools }), 201)
  const mcp_server_id = server.mcp_server.id
  const mapped = { prompt_template_variable_mappings: { q: 'a' } }
  const greet = { template: { name: 'greet' }, ...mapped }
  const loop = { loop_type: 'prompt', prompt_config: { template: { name: 'greet' } } }
  const expectedTexts = ['You said: Hi hello\n', 'You said: Hi '] as const
  const counted = (first: string, second: string) => ({
    iterations: 2,
    outputs: [`You said: Hi ${first}`, `You said: Hi ${second}`],
    final_output: `You said: Hi ${second}`,
  })
  const judged = { value: true, reasoning: 'text' }
  const differs = { comparison_result: false, diff: { at: 5, left: '\n', right: '' } }
  const same = { comparison_result: true }
  const above = { operator: '>', left_config: { source: 'n' }, right_config: { static_value: 3 } }
  const columns: readonly [
    type: string,
    config: Record<string, unknown>,
    first: unknown,
    second: unknown,
    score: ComputedColumn['score'],
  ][] = [
    ['ENDPOINT', { url, headers: { 'X-A': 'b' }, timeout: 5 }, { a: 'hello\n' }, { a: null }, noScore],
    ['code', { code: 'return data["n"]', language: 'PYTHON' }, '4', null, ['numeric', 4, 1]],
    ['CODE_EXECUTION', { code: 'return data.n > 3', language: 'javascript' }, true, false, isTrue],
    [
      'CODE_EXECUTION',
      { code: 'return {"score": 0.25}' },
      { score: 0.25 },
      { score: 0.25 },
      ['numeric', 0.25, 2],
    ],
    ['ABSOLUTE_NUMERIC_DISTANCE', { sources: ['n', 'm'] }, 1.5, missing, ['numeric', 1.5, 1]],
    ['ABSOLUTE_NUMERIC_DISTANCE', { source1: 'n', source2: 'm' }, 1.5, missing, ['numeric', 1.5, 1]],
    ['AI_DATA_EXTRACTION', { source: 'a', query: 'what?' }, 'text', null, noScore],
    ['AI_DATA_EXTRACTION', { source: 'a', extraction_prompt: 'what?' }, 'text', null, noScore],
    ['APPLY_DIFF', { content_source: 'a', diff_source: 'd' }, 'bye\n', missing, noScore],
    ['APPLY_DIFF', { original_source: 'a', diff_source: 'd' }, 'bye\n', missing, noScore],
    ['ASSERT_VALID', { source: 'j', type: 'object' }, true, false, isTrue],
    ['ASSERT_VALID', { source: 'j', validation_type: 'json' }, true, false, isTrue],
    ['ASSERT_VALID', { source: 'n', type: 'number' }, true, false, isTrue],
    ['ASSERT_VALID', { source: 'a', type: 'sql' }, false, false, isFalse],
    [
      'ASSERT_VALID',
      { source: 'j', type: 'json_schema', json_schema: { required: ['k'] } },
      true,
      false,
      isTrue,
    ],
    ['ASSERT_VALID', { source: 'a', type: 'number', negate: true }, true, false, isTrue],
    ['COALESCE', { sources: ['z', 'n'] }, '4', null, ['numeric', 4, 1]],
    ['CONDITION', { is_and: true, conditionals: [{ position: 0, ...above }] }, true, false, isTrue],
    ['COMBINE_COLUMNS', { sources: ['a', 'n'] }, { a: 'hello\n', n: '4' }, { a: null, n: null }, noScore],
    ['COMBINE_COLUMNS', { sources: ['b', 'n'], separator: '; ' }, 'hello; 4', '; ', noScore],
    ['COMBINE_COLUMNS', { sources: ['b', 'n'], format: '{b}={n}' }, 'hello=4', '=', noScore],
    ['COMPARE', { sources: ['a', 'b'], comparison_type: { type: 'STRING' } }, differs, same, isTrue],
    ['comparison', { source1: 'a', source2: 'b', comparison_type: 'STRING' }, differs, same, isTrue],
    [
      'compare',
      { sources: ['b'], target: 'hello' },
      same,
      { comparison_result: false, diff: { at: 0, left: '', right: 'hello' } },
      isTrue,
    ],
    [
      'COMPARE',
      { sources: ['j', 'j'], comparison_type: { type: 'JSON', json_path: '$.k' } },
      same,
      { fails: 'no_match' },
      isTrue,
    ],
    [
      'COMPARE',
      { sources: ['n', 'm'], comparison_type: { type: 'NUMBER', operator: 'GTE' } },
      same,
      missing,
      isTrue,
    ],
    [
      'COMPARE',
      { sources: ['n', 'm'], comparison_type: { type: 'NUMBER', tolerance: { absolute: 2 } } },
      same,
      missing,
      isTrue,
    ],
    [
      'COMPARE',
      { sources: ['b', 'z'], comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
      0,
      1,
      ['numeric', 0.5, 2],
    ],
    ['COMPOSITION', { source: 'n' }, '4', null, ['numeric', 4, 1]],
    ['composition', { sources: ['b'] }, 'hello', null, noScore],
    ['CONTAINS', { source: 'a', value: 'HEL' }, true, false, isTrue],
    ['CONTAINS', { source: 'a', value_source: 'b' }, true, missing, isTrue],
    [
      'CONVERSATION_SIMULATOR',
      { ...greet, user_persona: 'p', max_turns: 1 },
      [{ role: 'assistant', content: expectedTexts[0] }],
      [{ role: 'assistant', content: expectedTexts[1] }],
      noScore,
    ],
    ['COSINE_SIMILARITY', { sources: ['b', 'b'] }, 1, missing, ['numeric', 1, 1]],
    ['COSINE_SIMILARITY', { source1: 'b', source2: 'b' }, 1, missing, ['numeric', 1, 1]],
    ['COUNT', { source: 'a', type: 'words' }, 1, 0, ['numeric', 0.5, 2]],
    ['COUNT', { source: 'a', count_type: 'characters' }, 6, 0, ['numeric', 3, 2]],
    ['COUNT', { source: 'a', type: 'chars', max_count: 9 }, true, false, isTrue],
    [
      'FOR_LOOP',
      { ...loop, iterator_source: 'l', variable_mappings: { q: '_iterator_item' } },
      counted('p', 'q'),
      { fails: 'not_a_list' },
      noScore,
    ],
    [
      'FOR_LOOP',
      { ...loop, max_iterations: 2, variable_mappings: { q: 'loop_index' } },
      counted('0', '1'),
      counted('0', '1'),
      noScore,
    ],
    [
      'FOR_LOOP',
      {
        loop_type: 'workflow',
        workflow_config: { workflow_id },
        max_iterations: 1,
        variable_mappings: { topic: 'b' },
      },
      { iterations: 1, outputs: ['hello'], final_output: 'hello' },
      { iterations: 1, outputs: [''], final_output: '' },
      noScore,
    ],
    ['JSON_PATH', { source: 'j', json_path: '$.k[1]' }, 2, null, ['numeric', 2, 1]],
    ['JSON_PATH', { source: 'j', path: '$.k', return_all: true }, [[1, 2]], [], noScore],
    ['LLM_ASSERTION', { source: 'a', prompt: 'Is it?' }, judged, judged, ['boolean', 1, 2]],
    [
      'score',
      { source: 'a', prompt: '["x?","y?"]' },
      { 'x?': judged, 'y?': judged },
      { 'x?': judged, 'y?': judged },
      ['boolean', 1, 2],
    ],
    [
      'LLM_ASSERTION',
      { source: 'a', prompt: 'How?', output: 'label', labels: ['good', 'bad'], passing_labels: ['good'] },
      { value: true, label: 'good', reasoning: 'text' },
      { value: true, label: 'good', reasoning: 'text' },
      ['boolean', 1, 2],
    ],
    [
      'LLM_ASSERTION',
      { source: 'a', prompt: 'Which?', output: 'pairwise', compare_with: 'b' },
      { value: 0.5, winner: 'tie', reasoning: 'text', votes: ['A', 'A'] },
      missing,
      ['numeric', 0.5, 1],
    ],
    ['MATH_OPERATOR', { sources: ['n'], operator: 'ge', value: 3 }, true, missing, isTrue],
    ['MATH_OPERATOR', { source1: 'n', source2: 'm', operator: '+' }, 6.5, missing, ['numeric', 6.5, 1]],
    ['MATH_OPERATOR', { sources: ['n', 'm'], operator: '<' }, false, missing, isFalse],
    [
      'MCP',
      { mcp_server_id, tool_name: 'echo', input_mappings: { text: 'b' } },
      { echoed: { text: 'hello' } },
      { echoed: {} },
      noScore,
    ],
    [
      'MCP',
      { mcp_server_id, function_name: 'echo', input_mappings: { text: 'b' } },
      { echoed: { text: 'hello' } },
      { echoed: {} },
      noScore,
    ],
    ['MIN_MAX', { source: 'j', type: 'min', json_path: '$.k' }, 1, null, ['numeric', 1, 1]],
    ['MIN_MAX', { sources: ['n', 'm'], operation: 'max' }, 4, null, ['numeric', 4, 1]],
    ['PARSE_VALUE', { source: 'n', type: 'number' }, 4, null, ['numeric', 4, 1]],
    ['PARSE_VALUE', { source: 'j', target_type: 'json' }, { k: [1, 2] }, null, noScore],
    ['PARSE_VALUE', { source: 'y', type: 'boolean' }, true, null, ['boolean', 1, 1]],
    ['PROMPT_TEMPLATE', greet, expectedTexts[0], expectedTexts[1], noScore],
    [
      'llm',
      { template: { name: 'greet', label: 'prod' }, ...mapped },
      expectedTexts[0],
      expectedTexts[1],
      noScore,
    ],
    [
      'prompt_template',
      promptColumn('Say {q}', { q: 'b' }),
      'You said: Say hello',
      'You said: Say ',
      noScore,
    ],
    ['REGEX', { source: 'a', regex_pattern: '^h' }, true, false, isTrue],
    ['REGEX', { source: 'a', pattern: 'L+' }, false, false, isFalse],
    ['REGEX_EXTRACTION', { source: 'a', regex_pattern: 'l(.)' }, ['l'], [], noScore],
    ['REGEX_EXTRACTION', { source: 'a', pattern: 'l(.)', group: 0 }, ['ll'], [], noScore],
    ['VARIABLE', { value: { type: 'json', value: '{"a":1}' } }, { a: 1 }, { a: 1 }, noScore],
    ['VARIABLE', { value: 'yes' }, 'yes', 'yes', ['boolean', 1, 2]],
    ['VARIABLE', { value: '7', value_type: 'json' }, 7, 7, ['numeric', 7, 2]],
    [
      'WHILE_LOOP',
      { ...loop, max_iterations: 2, variable_mappings: { q: 'loop_index' } },
      counted('0', '1'),
      counted('0', '1'),
      noScore,
    ],
    ['WORKFLOW', { workflow_id, input_mappings: { topic: 'n' } }, '4', '', ['numeric', 4, 1]],
    [
      'WORKFLOW',
      { workflow_id, workflow_version_number: 1, input_variables: { topic: 'b' } },
      'hello',
      '',
      noScore,
    ],
    ['XML_PATH', { source: 'x', xml_path: 'b' }, '1', null, ['numeric', 1, 1]],
    ['XML_PATH', { source: 'x', xpath: '//b', return_all: true }, ['1', '23'], [], noScore],
    [
      'XML_PATH',
      { source: 'x', xml_path: 'b', type: 'findall', return_text: false },
      ['<b>1</b>', '<b>2<c>3</c></b>'],
      [],
      noScore,
    ],
    [
      'TRAJECTORY',
      { trace_source: 't', accepted_scenarios: [['find']] },
      true,
      { fails: 'not_json' },
      isTrue,
    ],
  ]
  return columns.map(([type, config, first, second, score]) => ({
    type,
    config,
    cells: [first, second],
    score,
  }))
}
