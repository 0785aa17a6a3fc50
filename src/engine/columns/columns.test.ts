import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { QuickJS } from 'quickjs-wasi'
import type { Json } from '../json/json.ts'
import { Refusal } from '../refusal.ts'
import type { ColumnCase, Expectation } from './cases/case.ts'
import { cases } from './cases/index.cases.ts'
import { columnTypes, type Evaluator, type Inputs, loadXml, type Step, writtenValue } from './index.ts'
import { columnTypeNames } from './names.ts'

const wasm = readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'))
const machine = await QuickJS.create({ wasm })

test('the first cell that reads XML requests the library and continues once it is loaded', async () => {
  const type = columnTypes.XML_PATH
  const evaluator = type.evaluator(type.config({ source: 'a', xml_path: 'b' }))
  const inputs: Inputs = { values: ['<a><b>1</b></a>'], titles: ['a'], row: () => ({}) }
  const step = evaluator.prepare(inputs)
  assert.deepEqual(step, { kind: 'need', need: { kind: 'library', library: 'xml' }, state: null })
  await loadXml()
  const answered = evaluator.complete!(inputs, null, { ok: true, value: null })
  assert.deepEqual(
    [answered, evaluator.prepare(inputs)],
    [
      { kind: 'value', value: '1' },
      { kind: 'value', value: '1' },
    ],
  )
})

const row = { Question: 'q', Answer: 'r' }
const manyRules = ['COMPARE', 'REGEX', 'JSON_PATH', 'XML_PATH', 'MATH_OPERATOR', 'APPLY_DIFF', 'PARSE_VALUE']

for (const [name, table] of Object.entries(cases)) {
  const type = columnTypes[name as keyof typeof columnTypes]
  describe(name, () => {
    test('has cases', () => {
      const least = manyRules.includes(name) ? 60 : 12
      assert.ok(table.length >= least, `${name} has ${table.length} cases, but needs at least ${least}`)
      assert.equal(new Set(table.map(([title]) => title)).size, table.length, 'each case has its own title')
      assert.equal(type.type, name)
    })
    for (const [title, sent, values, expected] of table) {
      test(title, () => {
        if ('refuses' in expected) assertRefused(type, sent, expected.refuses)
        else if ('writes' in expected) assertStored(expected)
        else assertComputed(type, [title, sent, values, expected])
      })
    }
  })
}

test('all published types exist', () => {
  for (const name of columnTypeNames) assert.ok(columnTypes[name])
})

function assertRefused(type: (typeof columnTypes)['TEXT'], sent: ColumnCase[1], message: string): void {
  assert.throws(
    () => type.config(sent),
    (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'bad_request')
      assert.ok(error.message.startsWith(message), `${error.message} does not start with ${message}`)
      return true
    },
  )
}

/** Values are serialised as JSON, as storage does. */
function assertStored({ writes, keeps: stored, read }: Extract<Expectation, { writes: unknown }>): void {
  const written = writtenValue(writes)
  assert.equal(JSON.stringify(written), JSON.stringify(stored))
  if (!read) return
  const [type, config, expected] = read
  assertComputed(columnTypes[type], ['', config, [JSON.parse(JSON.stringify(written)) as Json], expected])
}

function assertComputed(type: (typeof columnTypes)['TEXT'], [, sent, values, expected]: ColumnCase): void {
  const before = JSON.stringify(sent)
  const config = type.config(sent)
  assert.equal(JSON.stringify(sent), before, 'parsing does not change the sent config')
  const copy = JSON.parse(JSON.stringify(config))
  assert.deepEqual(type.config(copy), copy, 'a parsed config parses to itself')
  const references = type.dependsOn(config)
  assert.equal(values.length, references.length, 'a value for each reference')
  const inputs: Inputs = { values, titles: references.map(({ target }) => target), row: () => row }
  const evaluator = type.evaluator(config)
  assertStep(evaluator, inputs, evaluator.prepare(inputs), expected)
  type.score(config)
}

/** Computes a cell through all its needs. The state is serialized as JSON, as it is when a process ends in between. */
function assertStep(evaluator: Evaluator, inputs: Inputs, step: Step, expected: Expectation): void {
  if ('is' in expected) {
    assert.equal(step.kind, 'value', JSON.stringify(step))
    assert.deepEqual(rounded(step.value), rounded(expected.is))
    if (expected.evidence !== undefined || step.evidence !== undefined) {
      assert.deepEqual(step.evidence, expected.evidence)
    }
    return
  }
  if ('fails' in expected) {
    assert.equal(step.kind, 'failed', JSON.stringify(step))
    assert.equal(step.failure.code, expected.fails)
    return
  }
  assert.equal(step.kind, 'need', JSON.stringify(step))
  const state: Json = JSON.parse(JSON.stringify(step.state))
  if ('sandbox' in expected) {
    assert.ok(step.need.kind === 'code' && step.need.clock === 'processor')
    const answer = inSandbox(step.need.code, step.need.data)
    assertStep(evaluator, inputs, evaluator.complete!(inputs, state, { ok: true, value: answer }), {
      is: expected.sandbox,
    })
    return
  }
  assert.ok('asks' in expected)
  assert.partialDeepStrictEqual(step.need, expected.asks)
  if (expected.refusal !== undefined) {
    const message = expected.refusal.replace(/^Iteration \d+ failed: /, '')
    const failed = evaluator.complete!(inputs, state, { ok: false, failure: { code: 'down', message } })
    assert.ok(failed.kind === 'failed')
    assert.equal(failed.failure.message, expected.refusal)
  }
  if (expected.gives === undefined) return
  const next = evaluator.complete!(inputs, state, { ok: true, value: expected.answer as Json })
  assertStep(evaluator, inputs, next, expected.gives)
}

/** Rounds fractions, because sums of doubles differ in their last digits. */
function rounded(value: Json): Json {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value
}

/** The engine that runs code of users, without the processes around it. */
function inSandbox(code: string, data: Json): Json {
  const call = `JSON.stringify((function (data) {${code}})(${JSON.stringify(data)}))`
  return JSON.parse(machine.evalCode(call).toString())
}
