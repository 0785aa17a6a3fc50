import type { ColumnCase } from './case.ts'

const loop = { loop_type: 'prompt', prompt_config: { template: { name: 'p' } } }
const over = (more: object = {}) => ({
  ...loop,
  iterator_source: 'l',
  variable_mappings: { item: '_iterator_item' },
  ...more,
})
const prompt = (variables: object) => ({ kind: 'prompt', variables: variables as never })

export const forLoopCases: readonly ColumnCase[] = [
  [
    'each item',
    over(),
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
    'a list as text',
    over(),
    ['[1]'],
    {
      asks: prompt({ item: 1 }),
      answer: 2,
      gives: { is: { iterations: 1, outputs: [2], final_output: 2 }, evidence: { stop_reason: 'all' } },
    },
  ],
  [
    'no items',
    over(),
    [[]],
    { is: { iterations: 0, outputs: [], final_output: null }, evidence: { stop_reason: 'all' } },
  ],
  [
    'so many times',
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
    'the outputs before',
    { ...loop, max_iterations: 2, variable_mappings: { so_far: 'previous_outputs' } },
    [],
    { asks: prompt({ so_far: [] }), answer: 'a', gives: { asks: prompt({ so_far: ['a'] }) } },
  ],
  [
    'a column as variable',
    over({ variable_mappings: { topic: 't' } }),
    [['x'], 'birds'],
    { asks: prompt({ topic: 'birds', _iterator_item: 'x' }) },
  ],
  [
    'the mapping inside wins',
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
    over(),
    [['x', 'y']],
    {
      asks: prompt({ item: 'x' }),
      answer: 'X',
      gives: { asks: prompt({ item: 'y' }), refusal: 'Iteration 1 failed: down' },
    },
  ],
  ['null', over(), [null], { fails: 'not_a_list' }],
  ['an object', over(), [{ a: 1 }], { fails: 'not_a_list' }],
  ['words', over(), ['x, y'], { fails: 'not_a_list' }],
  ['too many items', over(), [Array.from({ length: 1_001 }, () => 0)], { fails: 'too_large' }],
  [
    'neither a list nor a number',
    loop,
    [],
    { refuses: 'config.iterator_source: or max_iterations is required.' },
  ],
  [
    'both',
    over({ max_iterations: 2 }),
    [],
    { refuses: 'config.iterator_source: cannot stand beside max_iterations.' },
  ],
  [
    'no body',
    { loop_type: 'prompt', max_iterations: 1 },
    [],
    { refuses: 'config.prompt_config: is required.' },
  ],
  [
    'a body without a template',
    { loop_type: 'prompt', prompt_config: {}, max_iterations: 1 },
    [],
    { refuses: 'config.prompt_config.template: or inline_template is required.' },
  ],
  [
    'a mapping of what the loop fills',
    over({ variable_mappings: { _iterator_item: 'x' } }),
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

const until = (more: object = {}) => ({ ...loop, ...more })
const first = prompt({ loop_index: 0 })
const ends = (outputs: string[], stop_reason: string) => ({
  is: { iterations: outputs.length, outputs, final_output: outputs.at(-1)! },
  evidence: { stop_reason },
})

export const whileLoopCases: readonly ColumnCase[] = [
  [
    'until there is nothing',
    until(),
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
  ['nothing at once', until(), [], { asks: first, answer: '', gives: ends([''], 'condition') }],
  [
    'null ends it',
    until(),
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
    'the word false ends it',
    until(),
    [],
    { asks: first, answer: ' False\n', gives: ends([' False\n'], 'condition') },
  ],
  [
    'an empty list ends it',
    until(),
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
    'a cap',
    until({ max_iterations: 2 }),
    [],
    {
      asks: first,
      answer: 'a',
      gives: { asks: prompt({ loop_index: 1 }), answer: 'b', gives: ends(['a', 'b'], 'max_iterations') },
    },
  ],
  [
    'a path that is true',
    until({ end_condition_json_path: '$.done' }),
    [],
    { asks: first, answer: '{"done": true}', gives: ends(['{"done": true}'], 'condition') },
  ],
  [
    'a path that is false',
    until({ end_condition_json_path: '$.done', max_iterations: 1 }),
    [],
    { asks: first, answer: '{"done": false}', gives: ends(['{"done": false}'], 'max_iterations') },
  ],
  [
    'a path and the word false',
    until({ end_condition_json_path: '$.done', max_iterations: 1 }),
    [],
    { asks: first, answer: '{"done": "false"}', gives: ends(['{"done": "false"}'], 'max_iterations') },
  ],
  [
    'a path and no JSON',
    until({ end_condition_json_path: '$.done', max_iterations: 1 }),
    [],
    { asks: first, answer: 'no', gives: ends(['no'], 'max_iterations') },
  ],
  [
    'a path and structured output',
    until({ end_condition_json_path: '$.n' }),
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
  ['an iteration fails', until(), [], { asks: first, refusal: 'Iteration 0 failed: down' }],
  [
    'a path that is none',
    until({ end_condition_json_path: '$[' }),
    [],
    { refuses: 'config.end_condition_json_path: is no JSONPath' },
  ],
  [
    'too many',
    until({ max_iterations: 101 }),
    [],
    { refuses: 'config.max_iterations: must be a whole number from 1 to 100.' },
  ],
  ['no body', { loop_type: 'workflow' }, [], { refuses: 'config.workflow_config: is required.' }],
]

const talk = { template: { name: 'agent' }, user_persona: 'An angry client' }
const said = (content: string) => ({ role: 'assistant', content })
const asked = (content: string) => ({ role: 'user', content })
const agent = (...history: object[]) => ({
  kind: 'prompt',
  template: { name: 'agent' },
  history: history as never,
})
const persona = { kind: 'judge' }
const goesOn = (message: string) => ({ reasoning: '', is_over: false, message })
const done = { reasoning: '', is_over: true, message: '' }

export const simulatorCases: readonly ColumnCase[] = [
  [
    'the agent opens',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: {
        asks: persona,
        answer: goesOn('Help!'),
        gives: {
          asks: agent(said('Hello'), asked('Help!')),
          answer: 'Sure',
          gives: {
            asks: persona,
            answer: done,
            gives: {
              is: [said('Hello'), asked('Help!'), said('Sure')],
              evidence: { stop_reason: 'completed' },
            },
          },
        },
      },
    },
  ],
  [
    'the user opens',
    { ...talk, is_user_first: true },
    [],
    {
      asks: persona,
      answer: goesOn('Hi'),
      gives: {
        asks: agent(asked('Hi')),
        answer: 'Hello',
        gives: {
          asks: persona,
          answer: done,
          gives: { is: [asked('Hi'), said('Hello')], evidence: { stop_reason: 'completed' } },
        },
      },
    },
  ],
  [
    'the user cannot leave before the start',
    { ...talk, is_user_first: true },
    [],
    { asks: persona, answer: { ...done, message: 'Hi' }, gives: { asks: agent(asked('Hi')) } },
  ],
  [
    'a cap on turns',
    { ...talk, max_turns: 1 },
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: { is: [said('Hello')], evidence: { stop_reason: 'max_turns' } },
    },
  ],
  [
    'a cap on turns counts answers',
    { ...talk, max_turns: 1, is_user_first: true },
    [],
    {
      asks: persona,
      answer: goesOn('Hi'),
      gives: {
        asks: agent(asked('Hi')),
        answer: 'Hello',
        gives: { is: [asked('Hi'), said('Hello')], evidence: { stop_reason: 'max_turns' } },
      },
    },
  ],
  [
    'tools that were called',
    { ...talk, max_turns: 1 },
    [],
    {
      asks: agent(),
      answer: { content: '', tool_calls: [{ id: '1' }] },
      gives: {
        is: [{ role: 'assistant', content: '', tool_calls: [{ id: '1' }] }],
        evidence: { stop_reason: 'max_turns' },
      },
    },
  ],
  [
    'structured answers are text',
    { ...talk, max_turns: 1 },
    [],
    {
      asks: agent(),
      answer: { a: 1 },
      gives: { is: [said('{"a":1}')], evidence: { stop_reason: 'max_turns' } },
    },
  ],
  [
    'a persona of the row',
    { template: { name: 'agent' }, user_persona_source: 'p' },
    ['A child'],
    { asks: agent() },
  ],
  [
    'no persona in this row',
    { template: { name: 'agent' }, user_persona_source: 'p' },
    [null],
    { fails: 'missing_value' },
  ],
  [
    'variables',
    { ...talk, prompt_template_variable_mappings: { shop: 's' } },
    ['Pets'],
    { asks: { kind: 'prompt', variables: { shop: 'Pets' } } },
  ],
  [
    'the agent fails later',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: {
        asks: persona,
        answer: goesOn('Help!'),
        gives: { asks: agent(said('Hello'), asked('Help!')), refusal: 'down' },
      },
    },
  ],
  [
    'the persona says nothing',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: { asks: persona, answer: { is_over: false, message: '' }, gives: { fails: 'bad_answer' } },
    },
  ],
  ['no template', { user_persona: 'x' }, [], { refuses: 'config.template: or inline_template is required.' }],
  [
    'no persona',
    { template: { name: 'agent' } },
    [],
    { refuses: 'config.user_persona: or user_persona_source is required.' },
  ],
  [
    'both personas',
    { ...talk, user_persona_source: 'p' },
    [],
    { refuses: 'config.user_persona: cannot stand beside user_persona_source.' },
  ],
  [
    'too many turns',
    { ...talk, max_turns: 151 },
    [],
    { refuses: 'config.max_turns: must be a whole number from 1 to 150.' },
  ],
]

const assertion = { source: 'a', prompt: 'Is it polite?' }
const ask = { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\nhi\n</text>' }
const says = (value: unknown, reasoning = 'r') => ({ reasoning, value: value as never })
const several = (count: number) => ({
  kind: 'all',
  needs: Array.from({ length: count }, () => ({ kind: 'judge' })),
})

export const assertionCases: readonly ColumnCase[] = [
  [
    'true',
    assertion,
    ['hi'],
    { asks: ask, answer: says(true), gives: { is: { value: true, reasoning: 'r' } } },
  ],
  [
    'false',
    assertion,
    ['hi'],
    { asks: ask, answer: says(false), gives: { is: { value: false, reasoning: 'r' } } },
  ],
  [
    'null is judged as empty text',
    assertion,
    [null],
    { asks: { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\n\n</text>' } },
  ],
  [
    'an object as compact JSON',
    assertion,
    [{ a: 1 }],
    { asks: { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\n{"a":1}\n</text>' } },
  ],
  [
    'a variable',
    { source: 'a', prompt: 'Is it {tone}?', variable_mappings: { tone: 'b' } },
    ['hi', 'kind'],
    { asks: { kind: 'judge', user: '<assertion>\nIs it kind?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'a variable that is null',
    { source: 'a', prompt: 'Is it {tone}?', variable_mappings: { tone: 'b' } },
    ['hi', null],
    { asks: { kind: 'judge', user: '<assertion>\nIs it ?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'a variable that is not mapped',
    { source: 'a', prompt: 'Is it {tone}?' },
    ['hi'],
    { fails: 'unmapped_variable' },
  ],
  [
    'braces of JSON stay',
    { source: 'a', prompt: 'Is it {"a": 1}?' },
    ['hi'],
    { asks: { kind: 'judge', user: '<assertion>\nIs it {"a": 1}?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'several',
    { source: 'a', prompt: '["Is it A?", "Is it B?"]' },
    ['hi'],
    {
      asks: several(2),
      answer: [says(true), says(false)],
      gives: {
        is: { 'Is it A?': { value: true, reasoning: 'r' }, 'Is it B?': { value: false, reasoning: 'r' } },
      },
    },
  ],
  [
    'the same twice',
    { source: 'a', prompt: '["Is it A?", "Is it A?"]' },
    ['hi'],
    { asks: { kind: 'judge' }, answer: says(true), gives: { is: { value: true, reasoning: 'r' } } },
  ],
  ['a prompt of the row', { source: 'a', prompt_source: 'b' }, ['hi', 'Is it polite?'], { asks: ask }],
  [
    'the prompt of the row wins',
    { ...assertion, prompt: 'Other', prompt_source: 'b' },
    ['hi', 'Is it polite?'],
    { asks: ask },
  ],
  ['no prompt in this row', { ...assertion, prompt_source: 'b' }, ['hi', null], { asks: ask }],
  ['no prompt at all', { source: 'a', prompt_source: 'b' }, ['hi', null], { fails: 'missing_value' }],
  ['an empty list', { source: 'a', prompt_source: 'b' }, ['hi', []], { fails: 'missing_value' }],
  ['a list of other things', { source: 'a', prompt_source: 'b' }, ['hi', [1]], { fails: 'not_a_list' }],
  [
    'an answer that cannot be read is no false',
    assertion,
    ['hi'],
    { asks: ask, answer: 'yes', gives: { fails: 'bad_answer' } },
  ],
  [
    'an answer of another kind',
    assertion,
    ['hi'],
    { asks: ask, answer: says('yes'), gives: { fails: 'bad_answer' } },
  ],
  [
    'an answer too few',
    { source: 'a', prompt: '["A", "B"]' },
    ['hi'],
    { asks: several(2), answer: [says(true)], gives: { fails: 'bad_answer' } },
  ],
  ['the judge failed', assertion, ['hi'], { asks: ask, refusal: 'no key' }],
  [
    'negated',
    { ...assertion, negate: true },
    ['hi'],
    { asks: ask, answer: says(true), gives: { is: { value: false, reasoning: 'r' } } },
  ],
  [
    'three judges, most of them',
    { ...assertion, repeats: 3 },
    ['hi'],
    {
      asks: several(3),
      answer: [says(true, '1'), says(false, '2'), says(false, '3')],
      gives: { is: { value: false, reasoning: '2', votes: [true, false, false] } },
    },
  ],
  [
    'two judges who differ do not pass',
    { ...assertion, repeats: 2 },
    ['hi'],
    {
      asks: several(2),
      answer: [says(true, '1'), says(false, '2')],
      gives: { is: { value: false, reasoning: '1', votes: [true, false] } },
    },
  ],
  [
    'nor when negated',
    { ...assertion, repeats: 2, negate: true },
    ['hi'],
    {
      asks: several(2),
      answer: [says(true, '1'), says(false, '2')],
      gives: { is: { value: false, reasoning: '1', votes: [true, false] } },
    },
  ],
  [
    'a score',
    { ...assertion, output: 'score' },
    ['hi'],
    {
      asks: { kind: 'judge' },
      answer: says(0.25),
      gives: { is: { value: 0.25, score: 0.25, reasoning: 'r' } },
    },
  ],
  [
    'a score on a scale',
    { ...assertion, output: 'score', scale: { min: 1, max: 5 } },
    ['hi'],
    { asks: { kind: 'judge' }, answer: says(4), gives: { is: { value: 4, score: 0.75, reasoning: 'r' } } },
  ],
  [
    'a score off the scale',
    { ...assertion, output: 'score', scale: { min: 1, max: 5 } },
    ['hi'],
    { asks: { kind: 'judge' }, answer: says(6), gives: { fails: 'bad_answer' } },
  ],
  [
    'the mean of scores',
    { ...assertion, output: 'score', repeats: 2 },
    ['hi'],
    {
      asks: several(2),
      answer: [says(0.5), says(1)],
      gives: { is: { value: 0.75, score: 0.75, reasoning: 'r', votes: [0.5, 1] } },
    },
  ],
  [
    'a label',
    { ...assertion, output: 'label', labels: ['good', 'bad'] },
    ['hi'],
    { asks: { kind: 'judge' }, answer: says('good'), gives: { is: { value: 'good', reasoning: 'r' } } },
  ],
  [
    'a label that passes',
    { ...assertion, output: 'label', labels: ['good', 'bad'], passing_labels: ['good'] },
    ['hi'],
    {
      asks: { kind: 'judge' },
      answer: says('good'),
      gives: { is: { value: true, label: 'good', reasoning: 'r' } },
    },
  ],
  [
    'a label that is none',
    { ...assertion, output: 'label', labels: ['good', 'bad'] },
    ['hi'],
    { asks: { kind: 'judge' }, answer: says('ugly'), gives: { fails: 'bad_answer' } },
  ],
  [
    'the better in both orders',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: {
        kind: 'all',
        needs: [
          {
            user: '<criterion>\nIs it polite?\n</criterion>\n<text_a>\nhi\n</text_a>\n<text_b>\nyo\n</text_b>',
          },
          {
            user: '<criterion>\nIs it polite?\n</criterion>\n<text_a>\nyo\n</text_a>\n<text_b>\nhi\n</text_b>',
          },
        ],
      },
      answer: [says('A'), says('B')],
      gives: { is: { value: 1, winner: 'source', reasoning: 'r', votes: ['A', 'B'] } },
    },
  ],
  [
    'the first whatever the order is a tie',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: several(2),
      answer: [says('A'), says('A')],
      gives: { is: { value: 0.5, winner: 'tie', reasoning: 'r', votes: ['A', 'A'] } },
    },
  ],
  [
    'the worse in both orders',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: several(2),
      answer: [says('B'), says('A')],
      gives: { is: { value: 0, winner: 'other', reasoning: 'r', votes: ['B', 'A'] } },
    },
  ],
  [
    'another model',
    { ...assertion, model: { provider: 'p', name: 'm' } },
    ['hi'],
    { asks: { ...ask, model: { provider: 'p', name: 'm' } } },
  ],
  ['no prompt', { source: 'a' }, [], { refuses: 'config.prompt: or prompt_source is required.' }],
  [
    'labels without a label',
    { ...assertion, output: 'label' },
    [],
    { refuses: 'config.labels: is required.' },
  ],
  [
    'a passing label that is none',
    { ...assertion, output: 'label', labels: ['a'], passing_labels: ['b'] },
    [],
    { refuses: 'config.passing_labels: has b, which is none of the labels.' },
  ],
  [
    'a scale upside down',
    { ...assertion, output: 'score', scale: { min: 1, max: 0 } },
    [],
    { refuses: 'config.scale: must have its min below its max.' },
  ],
  [
    'too many repeats',
    { ...assertion, repeats: 16 },
    [],
    { refuses: 'config.repeats: must be a whole number from 1 to 15.' },
  ],
]
