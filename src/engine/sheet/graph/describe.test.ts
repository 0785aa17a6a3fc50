import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ColumnTypeName, columnTypes } from '../../columns/index.ts'
import { Refusal } from '../../refusal.ts'
import { checkColumn, dependenciesOf, describeColumn, Graph, rewriteTitles } from './index.ts'

type Config = Readonly<Record<string, unknown>>

const make = (type: ColumnTypeName, title: string, config: Config | null = null, rank = 0) =>
  describeColumn(
    { id: title.toLowerCase(), sheet: 's', title, rank, config, dependencies: [], system: false },
    columnTypes[type],
  )

const text = make('TEXT', 'A', null, -1)

/** The column's config after column A has been renamed to New. */
const renamed = (type: ColumnTypeName, config: Config) => {
  const column = make(type, 'Z', config)
  const stored = columnTypes[type].config(config) as Config
  return rewriteTitles(new Graph([text, column]), 'a', 'New', new Map([['z', stored]]))[0]?.config
}

describe('describeColumn', () => {
  it('distinguishes the kinds of columns', () => {
    assert.equal(text.kind, 'input')
    assert.equal(make('TRACE', 'T').kind, 'input')
    assert.equal(make('COMPOSITION', 'C', { source: 'A' }).kind, 'mirror')
    assert.equal(make('HUMAN', 'H', { data_type: 'string', ui_element: { type: 'text' } }).kind, 'human')
    assert.equal(make('COUNT', 'N', { source: 'A', type: 'words' }).kind, 'computed')
    assert.throws(() => make('COUNT', 'N', { type: 'words' }), Refusal)
  })

  it('has one definition for both spellings and any titles; every other change makes another definition', () => {
    const definition = (config: Config) => make('COUNT', 'N', config).definition
    assert.equal(definition({ source: 'A', type: 'words' }), definition({ source: 'B', type: 'words' }))
    assert.notEqual(definition({ source: 'A', type: 'words' }), definition({ source: 'A', type: 'chars' }))
    assert.equal(definition({ source: 'A', count_type: 'words' }), definition({ type: 'words', source: 'A' }))
  })

  it('marks the definition of a list of assertions, because release 0.2 gave a bare verdict for a list of one', () => {
    const definitionOf = (config: Config) => make('LLM_ASSERTION', 'N', { source: 'A', ...config }).definition
    assert.doesNotMatch(definitionOf({ prompt: 'Is it polite?' }), /form 2/)
    for (const prompt of ['["Is it polite?"]', ' ["a", "b"]', 'Is it {{tone}}?'])
      assert.match(definitionOf({ prompt }), /form 2$/)
    assert.match(definitionOf({ prompt_source: 'B' }), /form 2$/)
  })

  it('renames in every form of config', () => {
    const mapping = { x: 'A' }
    assert.deepEqual(renamed('COUNT', { source: 'A', type: 'words' })!['source'], 'New')
    assert.deepEqual(renamed('COALESCE', { sources: ['A', 'A'] })!['sources'], ['New', 'New'])
    const sides = { left_config: { source: 'A' }, operator: '=', right_config: { static_value: 'A' } }
    const [condition] = renamed('CONDITION', { conditionals: [sides] })!['conditionals'] as (typeof sides)[]
    assert.deepEqual([condition!.left_config.source, condition!.right_config.static_value], ['New', 'A'])
    const prompt = { template: { name: 'p' }, prompt_template_variable_mappings: mapping }
    const loop = renamed('FOR_LOOP', { loop_type: 'prompt', prompt_config: prompt, max_iterations: 2 })!
    const inner = loop['prompt_config'] as typeof prompt
    assert.deepEqual(inner.prompt_template_variable_mappings, { x: 'New' })
    assert.deepEqual(renamed('PROMPT_TEMPLATE', prompt)!['prompt_template_variable_mappings'], { x: 'New' })
  })

  it('names the field of a missing source in a loop', () => {
    const prompt = { template: { name: 'p' }, prompt_template_variable_mappings: { x: 'Nope' } }
    const loop = make('FOR_LOOP', 'Z', { loop_type: 'prompt', prompt_config: prompt, max_iterations: 2 })
    assert.throws(() => checkColumn(new Graph([text, loop]), 'z'), {
      message: /^config\.prompt_config\.prompt_template_variable_mappings\.x of column "Z" names "Nope"/,
    })
  })
})

describe('code', () => {
  const code = (words: string) => make('CODE_EXECUTION', 'Z', { code: words, language: 'PYTHON' }, 5)

  it('reads the named columns without a pin; a name without a column is null', () => {
    const graph = new Graph([text, code('return [data["A"], data["Nope"], data["Z"]]')])
    checkColumn(graph, 'z')
    assert.deepEqual(
      graph.sources('z').map(({ column }) => column),
      ['a', null, null],
    )
    assert.deepEqual(graph.inputs('z'), ['a'])
    assert.deepEqual(dependenciesOf(graph.sources('z')), [])
    assert.deepEqual(rewriteTitles(graph, 'a', 'New', new Map([['z', { code: 'return data["A"]' }]])), [])
  })

  it('reads two columns named in one text', () => {
    const graph = new Graph([text, make('TEXT', 'B', null, 1), code('return data["A"] + data["B"]')])
    assert.deepEqual(
      graph.sources('z').map(({ column }) => column),
      ['a', 'b'],
    )
  })

  it('sees the whole row if it names no column', () => {
    const graph = new Graph([text, make('TEXT', 'B', null, 9), code('return len(data)')])
    assert.deepEqual(graph.inputs('z'), ['a'])
    assert.equal(graph.find('z')!.seesTitles, true)
  })
})
