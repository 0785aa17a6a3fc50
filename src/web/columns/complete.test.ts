import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigField } from '../../engine/columns/config/describe.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { complete } from './complete.ts'
import { configFields } from './config-fields.ts'
import { configPathsOf } from './config-paths.ts'
import type { FieldSpec } from './field-spec.ts'
import { forms } from './kinds.ts'
import { names } from './type-names.ts'

const types = Object.keys(names) as ColumnTypeName[]

/** The controls that can edit each type of schema. */
const controls: Readonly<Record<ConfigField['kind'], readonly FieldSpec['kind'][]>> = {
  column: ['column'],
  columns: ['columns', 'column'],
  mapping: ['mapping'],
  texts: ['mapping'],
  line: ['line'],
  text: ['text', 'line', 'code'],
  pattern: ['pattern'],
  number: ['number'],
  switch: ['switch'],
  choice: ['choice'],
  lines: ['lines'],
  json: ['json', 'lines', 'mapping', 'line', 'text'],
}

/** Controls with paths of their own, and the types that they edit. */
const composed = new Set<FieldSpec['kind']>([
  ...(['either', 'prompt', 'workflow', 'mcp', 'conditions', 'constant', 'composition', 'model'] as const),
])

describe('forms', () => {
  it('has controls for fields without a hand-written one', () => {
    const schema: readonly ConfigField[] = [
      { path: 'source', kind: 'column', optional: false },
      { path: 'deep.word_list', kind: 'choice', choices: ['one_word', 'two'], optional: true },
      { path: 'is_on', kind: 'switch', optional: true, defaultValue: true },
      { path: 'secret', kind: 'json', optional: true },
    ]
    assert.deepEqual(complete(schema, [{ path: 'source', label: 'Text' }], { secret: 'no' }), [
      { kind: 'column', path: 'source', label: 'Text' },
      {
        kind: 'choice',
        path: 'deep.word_list',
        label: 'Word list',
        isMore: true,
        choices: [
          { value: '', label: 'Not set' },
          { value: 'one_word', label: 'One word' },
          { value: 'two', label: 'Two' },
        ],
        defaultValue: '',
      },
      { kind: 'switch', path: 'is_on', label: 'Is on', isMore: true, defaultValue: true },
    ])
    assert.throws(() => complete(schema, [{ path: 'sauce', label: 'Text' }], {}), /sauce/)
  })
})

describe('the form of', () => {
  for (const type of types)
    it(`${type} has a control for every field of its config, or names the reason`, () => {
      const { fields, hidden: reasons = {} } = forms[type]
      const schema = configFields[type]
      const offered = fields.flatMap(configPathsOf)
      const hidden = Object.keys(reasons)
      const distinct = [...new Set([...offered, ...hidden])]
      assert.deepEqual(distinct.toSorted(), schema.map(({ path }) => path).toSorted())
      assert.ok(
        hidden.every((path) => !offered.includes(path)),
        'hidden, and offered',
      )
      for (const field of fields) {
        if (composed.has(field.kind)) continue
        const configField = schema.find(({ path }) => path === configPathsOf(field)[0])!
        const { kind, optional } = configField
        assert.ok(controls[kind].includes(field.kind), `${field.path}: ${kind} by ${field.kind}`)
        const isRequired = !optional && !isInsideOptional(configField)
        assert.ok(!isRequired || !field.isMore, `${field.path} is required, and under "More options"`)
        if (field.kind !== 'choice') continue
        const choices = field.choices.map(({ value }) => value).filter((value) => value !== '')
        assert.deepEqual(choices.toSorted(), [...configField.choices!].toSorted())
        if (configField.defaultValue !== undefined) assert.equal(field.defaultValue, configField.defaultValue)
      }
    })
})

it('the model of a judge is not under "More options"', () => {
  const { fields } = forms.LLM_ASSERTION
  const visiblePaths = fields.flatMap((field) => (field.isMore ? [] : configPathsOf(field)))
  for (const path of ['model.provider', 'model.name']) assert.ok(visiblePaths.includes(path), path)
})

/** Required only if the object around it is present. */
const isInsideOptional = ({ path }: ConfigField) => path.includes('.')
