import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from './human/answer.ts'
import { columnTypes, fitArguments, type Json, missingArguments, plain, scoreOf, toNumber } from './index.ts'
import type { HumanConfig } from './types/human.ts'

const read = (name: keyof typeof columnTypes, sent: Record<string, unknown>) => {
  const type = columnTypes[name]
  const config = type.config(sent)
  return {
    config,
    references: type.dependsOn(config),
    score: type.score(config),
    seesRow: type.seesRow?.(config),
  }
}

test('references have the keys and meta of the dependencies that clients send', () => {
  assert.deepEqual(read('COMPARE', { sources: ['x', 'y'] }).references, [
    { key: 'sources', meta: { position: 0 }, target: 'x' },
    { key: 'sources', meta: { position: 1 }, target: 'y' },
  ])
  const template = { template: { name: 'p' }, prompt_template_variable_mappings: { v: 'x' } }
  assert.deepEqual(read('PROMPT_TEMPLATE', { ...template, chat_history_source: 'h' }).references, [
    { key: 'prompt_template_variable_mappings', meta: { variable_name: 'v' }, target: 'x' },
    { key: 'chat_history_source', target: 'h' },
  ])
  assert.deepEqual(read('COMPOSITION', { table_id: 't', sheet_id: 's', column_id: 'c' }).references, [
    { key: 'source', meta: { table_id: 't', sheet_id: 's' }, target: 'c' },
  ])
})

test('variables of a loop are no references', () => {
  const body = { loop_type: 'prompt', prompt_config: { template: { name: 'p' } } }
  const mapped = { variable_mappings: { a: 'loop_index', b: 'x', c: 'previous_outputs' } }
  assert.deepEqual(read('FOR_LOOP', { ...body, ...mapped, iterator_source: 'l' }).references, [
    { key: 'iterator_source', target: 'l' },
    { key: 'variable_mappings', meta: { variable_name: 'b' }, target: 'x' },
  ])
})

test('code that names its columns does not see the row', () => {
  const code = (text: string) => read('CODE_EXECUTION', { code: text, language: 'PYTHON' })
  assert.deepEqual(code('return data["x"]').references, [{ key: 'code', target: 'x', optional: true }])
  assert.equal(code('return data["x"]').seesRow, false)
  assert.equal(code('return sum(data.values())').seesRow, true)
  assert.equal(code('return 1').seesRow, true)
})

test('code gets no key for a title without a column', () => {
  const type = columnTypes.CODE_EXECUTION
  const config = type.config({ code: 'return data.get("x", 1) + data["y"]', language: 'PYTHON' })
  const step = type.evaluator(config).prepare({ values: [null, null], titles: ['', 'y'], row: () => ({}) })
  assert.ok(step.kind === 'need' && step.need.kind === 'code')
  assert.deepEqual(step.need.data, { y: null })
})

test('a format keeps its columns after renames', () => {
  const { config, retitled } = columnTypes.COMBINE_COLUMNS
  const formatAfter = (format: string, ...after: string[]) =>
    (retitled!(config({ sources: ['a', 'b'], format }), ['a', 'b'], after) as { format: string }).format
  assert.equal(formatAfter('{"k": {a}, {b} {1} {c}', 'n', 'b'), '{"k": {n}, {b} {1} {c}')
  assert.equal(formatAfter('{a}{b}', 'b', 'a'), '{b}{a}')
  assert.equal(formatAfter('{a}', 'x {y}', 'b'), '{0}')
})

test('texts from forms are converted to numbers, also in choices', () => {
  const chosen = (...options: Json[]) =>
    columnTypes.HUMAN.config({ data_type: 'number', ui_element: { type: 'select', options } }) as HumanConfig
  assert.equal(readAnswer(chosen(1, 2), '2'), 2)
  assert.equal(readAnswer(chosen('1', '2'), '2'), '2')
  assert.equal(readAnswer(chosen(1, 2), ' '), null)
})

test('the config decides how a score reads the values', () => {
  assert.equal(read('COUNT', { source: 'a' }).score, 'number')
  assert.equal(read('COUNT', { source: 'a', min_count: 1 }).score, 'boolean')
  assert.equal(read('COMPARE', { sources: ['a', 'b'] }).score, 'boolean')
  const alike = { sources: ['a', 'b'], comparison_type: { type: 'STRING', similarity: 'bleu' } }
  assert.equal(read('COMPARE', alike).score, 'number')
  assert.equal(read('MATH_OPERATOR', { sources: ['a', 'b'], operator: '+' }).score, 'number')
  assert.equal(read('ABSOLUTE_NUMERIC_DISTANCE', { sources: ['a', 'b'] }).score, 'lower-is-better')
  assert.equal(read('PARSE_VALUE', { source: 'a', type: 'object' }).score, 'none')
})

test('unknown fields are kept', () => {
  assert.deepEqual(read('JSON_PATH', { source: 'a', json_path: '$', width: 3 }).config, {
    source: 'a',
    json_path: '$',
    return_first_match: true,
    width: 3,
  })
})

test('a failure message names the column by its title', () => {
  const type = columnTypes.MATH_OPERATOR
  const config = type.config({ sources: ['0191', '0192'], operator: 'lt' })
  const step = type
    .evaluator(config)
    .prepare({ values: ['many', 1], titles: ['Price', 'Limit'], row: () => ({}) })
  assert.deepEqual(step, {
    kind: 'failed',
    failure: { code: 'not_a_number', message: 'Column "Price" is not a number.' },
  })
})

test('plain returns the result inside the object of a check', () => {
  assert.equal(plain({ value: true, reasoning: 'r' }), true)
  assert.equal(plain({ comparison_result: false, diff: {} }), false)
  assert.deepEqual(plain({ value: 1, other: 2 }), { value: 1, other: 2 })
  assert.equal(scoreOf({ value: 4, score: 0.75, reasoning: 'r' }), 0.75)
  assert.equal(toNumber({ value: '3', explanation: 'e' }), 3)
})

test('arguments fit the schema of a tool', () => {
  const schema = {
    properties: {
      n: { type: 'integer' },
      l: { type: 'array' },
      t: { type: 'string' },
      b: { type: 'boolean' },
    },
  }
  assert.deepEqual(fitArguments({ n: '5', l: '[1]', t: 7, b: 'yes', other: '1' }, schema), {
    n: 5,
    l: [1],
    t: '7',
    b: true,
    other: '1',
  })
  assert.deepEqual(fitArguments({ n: 'many', l: '{}' }, schema), { n: 'many', l: '{}' })
})

test('missingArguments lists required arguments without a value', () => {
  const schema = { required: ['n', 'q', '__proto__', 7] }
  assert.deepEqual(missingArguments({ n: 0 }, schema), ['q', '__proto__'])
  assert.deepEqual(missingArguments({}, { required: 'q' }), [])
  assert.deepEqual(missingArguments({}, null), [])
})

test('null means the default, also inside a loop', () => {
  const path = read('JSON_PATH', { source: 'a', json_path: '$', return_first_match: null })
  assert.deepEqual(path.config, { source: 'a', json_path: '$', return_first_match: true })
  const count = read('COUNT', { source: 'a', type: null, min_count: null })
  assert.deepEqual(count.config, { source: 'a', type: 'chars', min_count: null })
  const body = { template: { name: 'p' }, prompt_template_variable_mappings: null, verbose: null }
  const loop = { loop_type: 'prompt', prompt_config: body, max_iterations: 2, variable_mappings: null }
  const { config } = read('FOR_LOOP', loop)
  assert.partialDeepStrictEqual(config, {
    prompt_config: { prompt_template_variable_mappings: {}, verbose: false },
    variable_mappings: {},
  })
})

test('a missing or wrong object is named in the message', () => {
  const messageOf = (name: keyof typeof columnTypes, sent: Record<string, unknown>) => {
    try {
      return read(name, sent)
    } catch (error) {
      return (error as Error).message
    }
  }
  const mapped = { prompt_template_variable_mappings: {} }
  assert.deepEqual(
    [
      messageOf('VARIABLE', {}),
      messageOf('COMPARE', { sources: ['a', 'b'], comparison_type: 7 }),
      messageOf('COMPARE', { sources: ['a', 'b'], comparison_type: { type: 'NUMBER', tolerance: 1 } }),
      messageOf('PROMPT_TEMPLATE', { template: 'p', ...mapped }),
      messageOf('PROMPT_TEMPLATE', { inline_template: 'p', ...mapped }),
      messageOf('PROMPT_TEMPLATE', { template: { name: 'p' }, engine: 'gpt', ...mapped }),
      messageOf('FOR_LOOP', { loop_type: 'prompt', prompt_config: 7, max_iterations: 1 }),
      messageOf('HUMAN', { data_type: 'number', ui_element: null }),
      messageOf('CONDITION', {
        conditionals: [{ operator: '=', left_config: 'a', right_config: { source: 'b' } }],
      }),
      messageOf('LLM_ASSERTION', { source: 'a', prompt: 'x', output: 'score', scale: 5 }),
    ],
    [
      'config.value: is required.',
      'config.comparison_type: must be a type, or an object that has one.',
      'config.comparison_type.tolerance: must be an object.',
      'config.template: must be an object.',
      'config.inline_template: must be an object.',
      'config.engine: must be an object.',
      'config.prompt_config: must be an object.',
      'config.ui_element: must be an object.',
      'config.conditionals.0.left_config: must be an object.',
      'config.scale: must be an object.',
    ],
  )
})
