import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadPyodide, type PyodideInterface } from 'pyodide'
import { type ColumnTypeName, columnTypes, type Json, loadXml } from '../../src/engine/columns/index.ts'
import { Random } from '../../src/server/sample/content/index.ts'
import { type Case, casesOf, textOf } from './cases.ts'
import { oracle } from './oracle.ts'

/** Each column type gives the same value as an implementation in Python. */
describe('column types and Python', () => {
  let python: PyodideInterface
  before(async () => {
    python = await loadPyodide()
    await python.runPythonAsync(oracle)
    await loadXml()
  })

  const pythonResults = (calls: readonly Case['call'][]): Json[] => {
    const answer = python.globals.get('answer')
    return JSON.parse(answer(JSON.stringify(calls))) as Json[]
  }

  it('agree on 443 cells, all but three of them random', () => {
    const cases = casesOf(18)
    assert.equal(cases.length, 443)
    const expected = pythonResults(cases.map(({ call }) => call))
    const differing = cases.flatMap((testCase, index) => {
      const value = computed(testCase)
      const result = testCase.type === 'XML_PATH' ? (value as string[]).toSorted(byCharacter) : value
      return JSON.stringify(result) === JSON.stringify(expected[index])
        ? []
        : [{ ...testCase, found: result, wanted: expected[index] }]
    })
    assert.deepEqual(differing, [])
  })

  it('apply a unified diff of difflib with the same result', () => {
    const random = new Random(19)
    const randomLines = () =>
      Array.from({ length: random.whole(0, 12) }, () => `${textOf(random, 5).replaceAll('\n', '')}\n`).join(
        '',
      )
    const pairs = Array.from({ length: 60 }, () => {
      const before = randomLines()
      const remaining = before
        .split('\n')
        .filter(() => random.next() < 0.7)
        .join('\n')
      return {
        before,
        after: random.next() < 0.7 && remaining !== '' ? `${remaining}\n` : randomLines(),
        context: random.whole(0, 3),
      }
    })
    const diffs = pythonResults(pairs.map(({ before, after, context }) => ['diff', [before, after, context]]))
    for (const [index, { before, after }] of pairs.entries()) {
      const config = { content_source: 't', diff_source: 'd' }
      const result = computed({ type: 'APPLY_DIFF', config, values: [before, diffs[index]!] })
      assert.equal(result, after, JSON.stringify({ before, diff: diffs[index] }))
    }
  })
})

/** Sorted as Python does. */
const byCharacter = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The value of a cell, or its error. */
function computed({ type, config, values }: Pick<Case, 'type' | 'config' | 'values'>): Json {
  const column = columnTypes[type as ColumnTypeName]
  const inputs = { values, titles: ['l', 'r'], row: () => ({}) }
  const evaluator = column.evaluator(column.config(config))
  let step = evaluator.prepare(inputs)
  // Patterns that RE2 lacks run as JavaScript: in production in the sandbox, here directly.
  if (step.kind === 'need' && step.need.kind === 'code') {
    const { code, data } = step.need
    const answer = new Function('data', code)(data) as Json
    step = evaluator.complete!(inputs, step.state, { ok: true, value: answer })
  }
  if (step.kind !== 'value') return JSON.stringify(step)
  const { value } = step
  const isComparison = typeof value === 'object' && value !== null && 'comparison_result' in value
  return isComparison ? value['comparison_result']! : value
}
