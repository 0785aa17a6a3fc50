import type { ColumnCase } from './case.ts'

const loop = { loop_type: 'prompt', prompt_config: { template: { name: 'p' } } }
const loopOverItems = (more: object = {}) => ({
  ...loop,
  iterator_source: 'l',
  variable_mappings: { item: '_iterator_item' },
  ...more,
})
const prompt = (variables: object) => ({ kind: 'prompt', variables: variables as never })

const withHistory = { prompt_config: { ...loop.prompt_config, chat_history_source: 'h' } }

export const forLoopCases: readonly ColumnCase[] = [
  [
    'a chat history',
    loopOverItems(withHistory),
    [['x'], '[{"role":"user","content":"hi"}]'],
    { asks: { kind: 'prompt', history: [{ role: 'user', content: 'hi' }] } },
  ],
  [
    'each item',
    loopOverItems(),
    [['x', 'y']],
    {
      asks: prompt({ item: 'x', loop_index: 0 }),
      answer: 'X',
      gives: {
        asks: prompt({ item: 'y', loop_index: 1 }),
        answer: 'Y',
        gives: {
          is: { iterations: 2, outputs: ['X', 'Y'], final_output: 'Y' },
          evidence: { stop_reason: 'all' },
        },
      },
    },
  ],
  [
    'no items',
    loopOverItems(),
    [[]],
    { is: { iterations: 0, outputs: [], final_output: null }, evidence: { stop_reason: 'all' } },
  ],
  [
    'a number of iterations',
    { ...loop, max_iterations: 2 },
    [],
    {
      asks: prompt({ loop_index: 0, _iterator_item: null }),
      answer: 'a',
      gives: {
        asks: prompt({ loop_index: 1, previous_outputs: ['a'] }),
        answer: 'b',
        gives: {
          is: { iterations: 2, outputs: ['a', 'b'], final_output: 'b' },
          evidence: { stop_reason: 'all' },
        },
      },
    },
  ],
  [
    'the previous outputs',
    { ...loop, max_iterations: 2, variable_mappings: { so_far: 'previous_outputs' } },
    [],
    { asks: prompt({ so_far: [] }), answer: 'a', gives: { asks: prompt({ so_far: ['a'] }) } },
  ],
  [
    'a column as variable',
    loopOverItems({ variable_mappings: { topic: 't' } }),
    [['x'], 'birds'],
    { asks: prompt({ topic: 'birds', _iterator_item: 'x' }) },
  ],
  [
    'the inner mapping wins',
    {
      loop_type: 'prompt',
      prompt_config: { template: { name: 'p' }, prompt_template_variable_mappings: { topic: 'inner' } },
      max_iterations: 1,
      variable_mappings: { topic: 'outer' },
    },
    ['of inner'],
    { asks: prompt({ topic: 'of inner' }) },
  ],
  [
    'a workflow',
    {
      loop_type: 'workflow',
      workflow_config: { workflow_id: 4 },
      max_iterations: 1,
      return_all_outputs: true,
    },
    [],
    { asks: { kind: 'workflow', workflow: 4, allOutputs: true } },
  ],
  [
    'an iteration fails',
    loopOverItems(),
    [['x', 'y']],
    {
      asks: prompt({ item: 'x' }),
      answer: 'X',
      gives: { asks: prompt({ item: 'y' }), refusal: 'Iteration 1 failed: down' },
    },
  ],
  ['null', loopOverItems(), [null], { fails: 'not_a_list' }],
  ['an object', loopOverItems(), [{ a: 1 }], { fails: 'not_a_list' }],
  ['too many items', loopOverItems(), [Array.from({ length: 1_001 }, () => 0)], { fails: 'too_large' }],
  [
    'an iterator and a number of iterations',
    loopOverItems({ max_iterations: 2 }),
    [],
    { refuses: 'config.iterator_source: cannot be combined with max_iterations.' },
  ],
  [
    'a body without a template',
    { loop_type: 'prompt', prompt_config: {}, max_iterations: 1 },
    [],
    { refuses: 'config.prompt_config.template: is required unless inline_template is given.' },
  ],
  [
    'a mapping to a name that the loop fills',
    loopOverItems({ variable_mappings: { _iterator_item: 'x' } }),
    [],
    { refuses: 'config.variable_mappings._iterator_item: is filled by the loop.' },
  ],
  [
    'too many iterations',
    { ...loop, max_iterations: 1_001 },
    [],
    { refuses: 'config.max_iterations: must be a whole number from 1 to 1000.' },
  ],
  [
    'an unknown kind',
    { loop_type: 'code' },
    [],
    { refuses: 'config.loop_type: must be one of prompt, workflow.' },
  ],
]

const loopUntil = (more: object = {}) => ({ ...loop, ...more })
const first = prompt({ loop_index: 0 })
const ends = (outputs: string[], stop_reason: string) => ({
  is: { iterations: outputs.length, outputs, final_output: outputs.at(-1)! },
  evidence: { stop_reason },
})

export const whileLoopCases: readonly ColumnCase[] = [
  ['a history that is no list', loopUntil(withHistory), ['hi'], { fails: 'not_a_list' }],
  [
    'until the output is empty',
    loopUntil(),
    [],
    {
      asks: first,
      answer: 'more',
      gives: {
        asks: prompt({ loop_index: 1, previous_outputs: ['more'] }),
        answer: '',
        gives: ends(['more', ''], 'condition'),
      },
    },
  ],
  ['the first output is empty', loopUntil(), [], { asks: first, answer: '', gives: ends([''], 'condition') }],
  [
    'null ends the loop',
    loopUntil(),
    [],
    {
      asks: first,
      answer: null,
      gives: {
        is: { iterations: 1, outputs: [null], final_output: null },
        evidence: { stop_reason: 'condition' },
      },
    },
  ],
  [
    'the word false ends the loop',
    loopUntil(),
    [],
    { asks: first, answer: ' False\n', gives: ends([' False\n'], 'condition') },
  ],
  [
    'an empty list ends the loop',
    loopUntil(),
    [],
    {
      asks: first,
      answer: [],
      gives: {
        is: { iterations: 1, outputs: [[]], final_output: [] },
        evidence: { stop_reason: 'condition' },
      },
    },
  ],
  [
    'a limit of iterations',
    loopUntil({ max_iterations: 2 }),
    [],
    {
      asks: first,
      answer: 'a',
      gives: { asks: prompt({ loop_index: 1 }), answer: 'b', gives: ends(['a', 'b'], 'max_iterations') },
    },
  ],
  [
    'a path that is true',
    loopUntil({ end_condition_json_path: '$.done' }),
    [],
    { asks: first, answer: '{"done": true}', gives: ends(['{"done": true}'], 'condition') },
  ],
  [
    'a path and the word false',
    loopUntil({ end_condition_json_path: '$.done', max_iterations: 1 }),
    [],
    { asks: first, answer: '{"done": "false"}', gives: ends(['{"done": "false"}'], 'max_iterations') },
  ],
  [
    'a path and no JSON',
    loopUntil({ end_condition_json_path: '$.done', max_iterations: 1 }),
    [],
    { asks: first, answer: 'no', gives: ends(['no'], 'max_iterations') },
  ],
  [
    'a path and structured output',
    loopUntil({ end_condition_json_path: '$.n' }),
    [],
    {
      asks: first,
      answer: { n: 1 },
      gives: {
        is: { iterations: 1, outputs: [{ n: 1 }], final_output: { n: 1 } },
        evidence: { stop_reason: 'condition' },
      },
    },
  ],
  ['an iteration fails', loopUntil(), [], { asks: first, refusal: 'Iteration 0 failed: down' }],
  [
    'an invalid path',
    loopUntil({ end_condition_json_path: '$[' }),
    [],
    { refuses: 'config.end_condition_json_path: is not a JSONPath' },
  ],
  [
    'more iterations than allowed',
    loopUntil({ max_iterations: 101 }),
    [],
    { refuses: 'config.max_iterations: must be a whole number from 1 to 100.' },
  ],
  ['no body', { loop_type: 'workflow' }, [], { refuses: 'config.workflow_config: is required.' }],
]
