import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metadataOf, textMessage } from '../prompts/values.ts'
import { chatOf } from './chat-of.ts'
import { variablesOf } from './names.ts'
import { readBench } from './read-bench.ts'
import {
  type Bench,
  blankBench,
  blankVariant,
  isBlankBench,
  mergeBenches,
  mergeCases,
  newId,
  usedCases,
  type Variant,
  withModel,
} from './variant.ts'

const variantOf = (...texts: string[]): Variant => ({
  ...blankVariant(),
  template: chatOf({ type: 'chat', messages: texts.map((text) => textMessage('user', text)) }),
})
const benchOf = (variant: Variant, ...values: Record<string, string>[]): Bench => ({
  variants: [variant],
  cases: values.map((item) => ({ id: newId(), values: item })),
  scorers: [],
})

test('variables are named once, in the order of their first appearance; braces of JSON hold none', () => {
  const first = variantOf('For {company}.', '{question} {"json": 1} {company}')
  const second = variantOf('{tone} {question} {not a name}')
  assert.deepEqual(variablesOf([first, second]), ['company', 'question', 'tone'])
})

test('a text that does not parse has the variables of its last valid state', () => {
  const broken = { ...textMessage('user', '{{ name'), template_format: 'jinja2' as const }
  const template = { ...chatOf({ messages: [broken] }), input_variables: ['name'] }
  assert.deepEqual(variablesOf([{ ...blankVariant(), template }]), ['name'])
})

test('opening adds variants and cases; a case with values replaces an empty case', () => {
  const mine = benchOf(variantOf('mine'), { name: 'Ada' })
  const opened = benchOf(variantOf('opened'), { name: 'Grace' })
  const both = mergeBenches(mine, opened)
  assert.deepEqual(both.variants, [...mine.variants, ...opened.variants])
  assert.deepEqual(both.cases, [...mine.cases, ...opened.cases])
  assert.deepEqual(mergeBenches(mine, benchOf(variantOf('opened'), {})).cases, mine.cases)
  assert.deepEqual(mergeBenches(benchOf(variantOf('mine'), {}), opened).cases, opened.cases)
  assert.equal(mergeBenches(benchOf(variantOf('mine'), {}), benchOf(variantOf('opened'), {})).cases.length, 1)
})

test('only the example of the first visit is untouched', () => {
  assert.equal(isBlankBench(blankBench()), true)
  assert.equal(isBlankBench(readBench(JSON.parse(JSON.stringify(blankBench())))), true)
  assert.equal(isBlankBench(benchOf(variantOf('mine'), {})), false)
  assert.equal(
    isBlankBench({ ...blankBench(), cases: [{ id: newId(), values: { question: 'Why?' } }] }),
    false,
  )
})

test('another model alone leaves the example untouched, a parameter does not', () => {
  const other = withModel(blankBench(), { provider: 'anthropic', name: 'claude' })
  assert.equal(other.variants[0]!.metadata!.model!.name, 'claude')
  assert.equal(isBlankBench(other), true)
  const [first] = other.variants
  const metadata = metadataOf('openai', 'gpt-4o-mini', { temperature: 1 })
  assert.equal(isBlankBench({ ...other, variants: [{ ...first!, metadata }] }), false)
})

test('the example is removed if there are other cases, and its value if no text has its variable', () => {
  const example = blankBench()
  const row = { id: newId(), values: { question: 'Why?' } }
  assert.deepEqual(mergeCases(example.cases, [row]), [row])
  assert.deepEqual(usedCases(example.cases, ['question']), example.cases)
  assert.deepEqual(
    usedCases([...example.cases, row], ['name']).map(({ values }) => values),
    [{}, row.values],
  )
})

test('a link of version 0.1 opens with all its messages and tools', () => {
  const kept = {
    messages: [{ role: 'assistant', content: 'Yes?' }],
    template: { tools: [{ type: 'variable', name: 'all' }] },
  }
  const earlier = {
    prompt: 'greeting',
    version: 3,
    system: 'Be brief.',
    user: '{question}',
    provider: 'openai',
    model: 'gpt-5',
  }
  const [variant] = readBench({
    variants: [{ ...earlier, parameters: { top_p: 1 }, kept }],
    cases: [{ values: {} }],
  }).variants
  assert.deepEqual(
    variant!.template.messages.map(({ role, content }) => [role, content![0]]),
    [
      ['system', textMessage('user', 'Be brief.').content![0]],
      ['assistant', textMessage('user', 'Yes?').content![0]],
      ['user', textMessage('user', '{question}').content![0]],
    ],
  )
  assert.deepEqual(variant!.template.tools, kept.template.tools)
  assert.deepEqual(
    [variant!.prompt, variant!.version, variant!.metadata!.model!.name],
    ['greeting', 3, 'gpt-5'],
  )
})
