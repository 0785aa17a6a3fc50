import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { columnTypeNames, readColumnType } from './names.ts'

test('there are 31 published types, each under its own name', () => {
  const advice = 'A type beyond the 31 published ones belongs to unpublishedTypeNames.'
  assert.equal(new Set(columnTypeNames).size, 31, advice)
  for (const name of columnTypeNames) assert.equal(readColumnType(name), name)
})

test('the types of the SDKs are accepted', () => {
  assert.equal(readColumnType('TRACE'), 'TRACE')
  assert.equal(readColumnType('TRAJECTORY'), 'TRAJECTORY')
})

for (const [alias, name] of [
  ['text', 'TEXT'],
  ['prompt_template', 'PROMPT_TEMPLATE'],
  ['llm', 'PROMPT_TEMPLATE'],
  ['code', 'CODE_EXECUTION'],
  ['score', 'LLM_ASSERTION'],
  ['comparison', 'COMPARE'],
  ['compare', 'COMPARE'],
  ['composition', 'COMPOSITION'],
] as const) {
  test(`${alias} is ${name}`, () => assert.equal(readColumnType(alias), name))
}

for (const [sent, message] of [
  ['DATASET', 'type: DATASET columns belong to legacy evaluations'],
  ['CODING_AGENT', 'type: CODING_AGENT is a type of legacy evaluations'],
  ['regex', 'type: is none of the column types.'],
  ['toString', 'type: is none of the column types.'],
  ['', 'type: is none of the column types.'],
] as const) {
  test(`${sent} is refused`, () => {
    assert.throws(
      () => readColumnType(sent),
      (error) =>
        error instanceof Refusal && error.code === 'bad_request' && error.message.startsWith(message),
    )
  })
}
