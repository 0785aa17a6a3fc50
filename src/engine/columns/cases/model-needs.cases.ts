import type { ColumnCase } from './case.ts'

const extraction = { source: 'a', query: 'the name' }
const judge = { kind: 'judge' }

export const extractionCases: readonly ColumnCase[] = [
  [
    'an answer',
    extraction,
    ['I am Jo'],
    { asks: judge, answer: { found: true, answer: 'Jo' }, gives: { is: 'Jo' } },
  ],
  [
    'no answer in the document',
    extraction,
    ['Hello'],
    { asks: judge, answer: { found: false, answer: '' }, gives: { is: null } },
  ],
  [
    'the request and the document have tags',
    extraction,
    ['doc'],
    { asks: { kind: 'judge', user: '<request>\nthe name\n</request>\n<document>\ndoc\n</document>' } },
  ],
  [
    'an object as compact JSON',
    extraction,
    [{ n: 1 }],
    { asks: { kind: 'judge', user: '<request>\nthe name\n</request>\n<document>\n{"n":1}\n</document>' } },
  ],
  ['null needs no model', extraction, [null], { is: null }],
  [
    'empty text is a document',
    extraction,
    [''],
    { asks: judge, answer: { found: false, answer: '' }, gives: { is: null } },
  ],
  [
    'an answer without found',
    extraction,
    ['x'],
    { asks: judge, answer: { answer: 'Jo' }, gives: { fails: 'bad_answer' } },
  ],
  ['the model failed', extraction, ['x'], { asks: judge, refusal: 'overloaded' }],
  ['the older spelling', { source: 'a', extraction_prompt: 'q' }, [null], { is: null }],
  ['no query', { source: 'a' }, [], { refuses: 'config.query: is required.' }],
  ['a blank query', { source: 'a', query: ' ' }, [], { refuses: 'config.query: must not be blank.' }],
  ['no source', { query: 'x' }, [], { refuses: 'config.source: is required.' }],
]

const similar = { sources: ['a', 'b'] }
const embedding = { kind: 'embedding' }

export const cosineCases: readonly ColumnCase[] = [
  [
    'opposite vectors give 0',
    similar,
    ['x', 'y'],
    {
      asks: embedding,
      answer: [
        [1, 0],
        [-1, 0],
      ],
      gives: { is: 0 },
    },
  ],
  [
    'similar vectors',
    similar,
    ['x', 'y'],
    {
      asks: embedding,
      answer: [
        [3, 4],
        [4, 3],
      ],
      gives: { is: 0.96 },
    },
  ],
  ['an object as text', similar, [{ a: 1 }, 'y'], { asks: { kind: 'embedding', texts: ['{"a":1}', 'y'] } }],
  ['null', similar, [null, 'y'], { fails: 'missing_value' }],
  ['blank text', similar, ['x', ' '], { fails: 'missing_value' }],
  [
    'vectors of different lengths',
    similar,
    ['x', 'y'],
    { asks: embedding, answer: [[1], [1, 2]], gives: { fails: 'bad_answer' } },
  ],
  ['one vector', similar, ['x', 'y'], { asks: embedding, answer: [[1]], gives: { fails: 'bad_answer' } }],
  [
    'a vector of zeros',
    similar,
    ['x', 'y'],
    { asks: embedding, answer: [[0], [1]], gives: { fails: 'bad_answer' } },
  ],
  ['the model failed', similar, ['x', 'y'], { asks: embedding, refusal: 'no key' }],
  ['another model', { ...similar, model: 'm' }, ['x', 'y'], { asks: { kind: 'embedding', model: 'm' } }],
  ['the older spelling', { source1: 'a', source2: 'b' }, ['x', 'x'], { is: 1 }],
  ['one source', { sources: ['a'] }, [], { refuses: 'config.sources: needs exactly 2 columns.' }],
]

const prompt = { template: { name: 'greet' }, prompt_template_variable_mappings: { name: 'a' } }
const run = { kind: 'prompt', template: { name: 'greet' } }
const chat = { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi {name}' }] }] }

export const promptCases: readonly ColumnCase[] = [
  [
    'a template',
    prompt,
    ['Jo'],
    { asks: { ...run, variables: { name: 'Jo' } }, answer: 'Hi Jo', gives: { is: 'Hi Jo' } },
  ],
  ['null', prompt, [null], { asks: { ...run, variables: { name: null } } }],
  [
    'a version',
    { ...prompt, template: { name: 'greet', version_number: 2 } },
    ['Jo'],
    { asks: { kind: 'prompt', template: { name: 'greet', version: 2 } } },
  ],
  [
    'a label',
    { ...prompt, template: { id: 7, label: 'prod' } },
    ['Jo'],
    { asks: { kind: 'prompt', template: { id: 7, label: 'prod' } } },
  ],
  [
    'the older spelling',
    { ...prompt, template: { prompt_name: 'greet', version: 2 } },
    ['Jo'],
    { asks: { kind: 'prompt', template: { name: 'greet', version: 2 } } },
  ],
  [
    'another model',
    { ...prompt, engine: { provider: 'openai', model: 'm', parameters: { temperature: 0 } } },
    ['Jo'],
    { asks: { ...run, model: { provider: 'openai', name: 'm', parameters: { temperature: 0 } } } },
  ],
  [
    'a template inline',
    {
      inline_template: {
        inline: true,
        prompt_template: chat,
        metadata: { model: { provider: 'p', name: 'm' } },
      },
    },
    [],
    { asks: { kind: 'prompt', template: { model: { provider: 'p', name: 'm' } } } },
  ],
  [
    'the template alone',
    { ...prompt, return_template_only: true },
    ['Jo'],
    { asks: { ...run, templateOnly: true } },
  ],
  [
    'variables not filled in',
    { ...prompt, hydrate_input_variables: false },
    ['Jo'],
    { asks: { ...run, hydrate: false } },
  ],
  [
    'the time to its first token',
    { ...prompt, measure_first_token: true },
    ['Jo'],
    { asks: { ...run, measuresFirstToken: true } },
  ],
  ['the whole answer', { ...prompt, verbose: true }, ['Jo'], { asks: { ...run, verbose: true } }],
  [
    'a history',
    { ...prompt, chat_history_source: 'h' },
    ['Jo', '[{"role":"user","content":"x"}]'],
    { asks: { ...run, history: [{ role: 'user', content: 'x' }] } },
  ],
  [
    'a history that is no list',
    { ...prompt, chat_history_source: 'h' },
    ['Jo', 'x'],
    { fails: 'not_a_list' },
  ],
  ['the model failed', prompt, ['Jo'], { asks: run, refusal: 'rate limit' }],
  [
    'both templates',
    { ...prompt, inline_template: { inline: true, prompt_template: chat } },
    [],
    { refuses: 'config.template: cannot be combined with inline_template.' },
  ],
  [
    'a template without a name',
    { template: {} },
    [],
    { refuses: 'config.template.name: is required unless id is given.' },
  ],
  [
    'mappings that are a list',
    { ...prompt, prompt_template_variable_mappings: ['a'] },
    [],
    { refuses: 'config.prompt_template_variable_mappings: must be an object of columns.' },
  ],
]

const flow = { workflow_id: 4, input_mappings: { q: 'a' } }
const workflow = { kind: 'workflow', workflow: 4 }

export const workflowCases: readonly ColumnCase[] = [
  [
    'the latest version',
    flow,
    ['x'],
    { asks: { ...workflow, variables: { q: 'x' }, allOutputs: false }, answer: 'y', gives: { is: 'y' } },
  ],
  ['a version', { ...flow, workflow_version_number: 2 }, ['x'], { asks: { ...workflow, version: 2 } }],
  ['a label', { ...flow, workflow_label: 'prod' }, ['x'], { asks: { ...workflow, label: 'prod' } }],
  [
    'the older spelling',
    { workflow_name: 'flow', input_variables: { q: 'a' } },
    ['x'],
    { asks: { kind: 'workflow', workflow: 'flow', variables: { q: 'x' } } },
  ],
  ['null is passed', flow, [null], { asks: { ...workflow, variables: { q: null } } }],
  [
    'null fails where errors propagate',
    { ...flow, propagate_errors: true },
    [null],
    { fails: 'missing_value' },
  ],
  [
    'every input is required where errors propagate',
    { ...flow, propagate_errors: true },
    [0],
    { asks: { ...workflow, variables: { q: 0 }, everyInput: true } },
  ],
  ['an object is passed as it is', flow, [{ a: 1 }], { asks: { ...workflow, variables: { q: { a: 1 } } } }],
  ['an object comes out', flow, ['x'], { asks: workflow, answer: { a: [1] }, gives: { is: { a: [1] } } }],
  ['the run failed', flow, ['x'], { asks: workflow, refusal: 'node A failed' }],
  ['no workflow', {}, [], { refuses: 'config.workflow_id: is required.' }],
  [
    'a version and a label',
    { ...flow, workflow_version_number: 1, workflow_label: 'prod' },
    [],
    { refuses: 'config.workflow_version_number: cannot be combined with workflow_label.' },
  ],
]
