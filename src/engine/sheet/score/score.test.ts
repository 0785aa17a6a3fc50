import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { Refusal } from '../../refusal.ts'
import type { CellState } from '../states/index.ts'
import {
  ColumnTally,
  customScoreData,
  DEFAULT_TOKENS,
  defaultColumns,
  displacedColumns,
  maxScoringCode,
  readCustomScore,
  readScoreConfiguration,
  readSentScore,
  SheetTally,
  type TallyRules,
  tokensOf,
  WinnerTally,
} from './index.ts'

const rules: TallyRules = { type: 'auto', tokens: DEFAULT_TOKENS, assertions: 'mean', meaning: 'by-value' }

function tally(values: readonly Json[], rest: Partial<TallyRules> = {}, state: CellState = 'COMPLETED') {
  const column = new ColumnTally({ ...rules, ...rest })
  for (const value of values) column.add(state, value)
  const { score, included, excluded, resolved } = column.result()
  return [score, included, excluded, resolved]
}

describe('ColumnTally', () => {
  const cases: readonly (readonly [string, readonly Json[], Partial<TallyRules>, unknown])[] = [
    ['booleans', [true, false, true, true], {}, [0.75, 4, 0, 'boolean']],
    ['tokens', ['PASS', ' no ', 'Yes', 'fail'], {}, [0.5, 4, 0, 'boolean']],
    ['numbers', [0, 1, 0.5, '2.5'], {}, [1, 4, 0, 'numeric']],
    ['blanks are left out and counted', [true, null, '', '  '], {}, [1, 1, 3, 'boolean']],
    ['auto takes no column of two kinds', [true, 1], {}, [null, 0, 2, null]],
    ['auto takes no column with a text', [1, 2, 'n/a'], {}, [null, 0, 3, null]],
    ['numeric counts numbers alone', [1, 2, 'n/a', true], { type: 'numeric' }, [1.5, 2, 2, 'numeric']],
    ['boolean counts true and false alone', [1, 'yes', true], { type: 'boolean' }, [1, 2, 1, 'boolean']],
    ['no cells', [], {}, [null, 0, 0, null]],
    [
      'comparisons',
      [{ comparison_result: true, diff: 'x' }, { comparison_result: false }],
      {},
      [0.5, 2, 0, 'boolean'],
    ],
    ['one assertion', [{ value: true, reasoning: 'x' }, false], {}, [0.5, 2, 0, 'boolean']],
    ['code that gives a score', [{ score: 0.4 }, 0.6], {}, [0.5, 2, 0, 'numeric']],
    ['own tokens', ['good', 'bad'], { tokens: tokensOf(['Good'], ['BAD']) }, [0.5, 2, 0, 'boolean']],
    ['objects', [{ a: 1 }, [true]], {}, [null, 0, 2, null]],
    ['several truths are assertions only in columns of checks', [{ a: true }], {}, [null, 0, 1, null]],
  ]
  for (const [name, values, rest, expected] of cases)
    it(name, () => assert.deepEqual(tally(values, rest), expected))

  it('joins several assertions by the chosen aggregation', () => {
    const cell = { 'Is it polite?': true, 'Is it short?': { value: false, reasoning: 'long' } }
    const judged = (assertions: TallyRules['assertions']) =>
      tally([cell], { assertions, meaning: 'boolean' })[0]
    assert.deepEqual([judged('all'), judged('any'), judged('mean')], [0, 1, 0.5])
  })

  it('ignores values of cells that are not COMPLETED', () => {
    for (const state of ['STALE', 'FAILED', 'DISPATCHED'] as const)
      assert.deepEqual(tally([true, 1], {}, state), [null, 0, 2, null])
  })

  it('counts failed cells as not true, and leaves them out of means', () => {
    const judged = (rest: Partial<TallyRules>, passed: Json, ...failed: readonly CellState[]) => {
      const column = new ColumnTally({ ...rules, ...rest })
      for (let row = 0; row < 8; row++) column.add('COMPLETED', passed)
      for (const state of failed) column.add(state, null)
      const { interval, successes, ...counts } = column.result()
      return counts
    }
    const eleven = Array.from({ length: 11 }, (): CellState => 'FAILED')
    assert.deepEqual(judged({ meaning: 'boolean' }, true, ...eleven, 'STALE'), {
      score: 8 / 19,
      included: 19,
      excluded: 1,
      failed: 11,
      missing: 1,
      resolved: 'boolean',
    })
    assert.deepEqual(judged({}, 0.5, ...eleven, 'STALE'), {
      score: 0.5,
      included: 8,
      excluded: 12,
      failed: 11,
      missing: 1,
      resolved: 'numeric',
    })
    assert.deepEqual(tally([null, null], { meaning: 'boolean' }, 'FAILED'), [0, 2, 0, 'boolean'])
    assert.deepEqual(tally([null, null], { meaning: 'boolean' }, 'STALE'), [null, 0, 2, null])
  })

  it('has an interval for shares', () => {
    const column = new ColumnTally(rules)
    for (let row = 0; row < 20; row++) column.add('COMPLETED', false)
    assert.equal(column.result().interval!.method, 'wilson')
    assert.equal(column.result().successes, 0)
  })
})

describe('SheetTally', () => {
  it('is the mean of the scores of the columns, and counts rows', () => {
    const sheet = new SheetTally([rules, rules, rules])
    const cell = (value: Json) => ({ state: 'COMPLETED' as const, value })
    sheet.addRow([cell(true), cell(4), cell('text')])
    sheet.addRow([cell(false), cell(2), cell('text')])
    sheet.addRow([])
    const { kind, overall, totalRows, scoredRows, excludedRows } = sheet.result()
    assert.deepEqual([kind, overall, totalRows, scoredRows, excludedRows], ['multi_column', 1.75, 3, 2, 1])
    assert.deepEqual(new SheetTally([]).result().kind, 'none')
  })

  it('counts no row of a column without a score', () => {
    const rowsOf = (columns: readonly (readonly Json[])[]) => {
      const sheet = new SheetTally(columns.map(() => rules))
      for (const row of columns[0]!.keys())
        sheet.addRow(columns.map((values) => ({ state: 'COMPLETED', value: values[row]! })))
      const { scoredRows, excludedRows } = sheet.result()
      return [scoredRows, excludedRows]
    }
    const mixed = [true, 1, 1, 1]
    assert.deepEqual(rowsOf([mixed]), [0, 4])
    assert.deepEqual(rowsOf([mixed, [null, 1, null, 1]]), [2, 2])
    const many = Array.from({ length: 2_000 }, (_, row): Json => (row % 4 === 0 ? 'yes' : null))
    assert.deepEqual(rowsOf([many, many.with(1_999, 'no')]), [501, 1_499])
  })

  it('has means of numbers whose sum exceeds a double', () => {
    assert.deepEqual(tally([1.7e308, 1.7e308]), [1.7e308, 2, 0, 'numeric'])
    assert.deepEqual(tally([Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE])[0], Number.MAX_VALUE)
    assert.deepEqual(tally([1.7e308, 1.7e308, -1.7e308, -1.7e308])[0], 0)
    assert.deepEqual(tally([{ a: { score: 1.7e308 }, b: { score: 1.7e308 } }])[0], 1.7e308)
    const sheet = new SheetTally([rules, rules])
    sheet.addRow([1.7e308, 1.7e308].map((value) => ({ state: 'COMPLETED', value })))
    assert.equal(sheet.result().overall, 1.7e308)
  })
})

describe('defaultColumns', () => {
  const column = (id: string, meaning: TallyRules['meaning'], isOutput = false, system = false) => ({
    id,
    meaning,
    isOutput,
    system,
  })

  it('prefers outputs, then checks, then numbers, and never telemetry', () => {
    const checks = [column('check', 'boolean'), column('number', 'number')]
    assert.deepEqual(defaultColumns([...checks, column('out', 'by-value', true)]), [
      ['out'],
      ['check'],
      ['number'],
    ])
    assert.deepEqual(defaultColumns(checks), [['check'], ['number']])
    assert.deepEqual(defaultColumns([column('n', 'lower-is-better'), column('text', 'by-value')]), [['n']])
    assert.deepEqual(
      defaultColumns([column('latency', 'number', true, true), column('loop', 'none', true)]),
      [],
    )
  })

  it('names the checks that outputs displace', () => {
    const columns = [column('check', 'boolean'), column('number', 'number'), column('out', 'by-value', true)]
    assert.deepEqual(displacedColumns(columns, ['out']), ['check'])
    assert.deepEqual(displacedColumns(columns, ['check']), [])
    assert.deepEqual(displacedColumns([column('a', 'number', true), column('b', 'number')], ['a']), ['b'])
    assert.deepEqual(displacedColumns([column('a', 'boolean', true), column('b', 'number')], ['a']), [])
  })
})

describe('readScoreConfiguration', () => {
  const columns = [
    { id: '1', title: 'A' },
    { id: '2', title: 'B' },
    { id: '3', title: 'B' },
  ]
  const refused = (sent: Record<string, unknown>, pattern: RegExp) =>
    assert.throws(
      () => readScoreConfiguration(sent, columns),
      (error) => error instanceof Refusal && error.code === 'bad_request' && pattern.test(error.message),
    )

  it('reads fields in score_config and beside it', () => {
    const nested = { column_ids: ['2'], assertion_aggregation: 'any', true_values: ['OK'] }
    const read = readScoreConfiguration(
      { score_type: 'boolean', score_config: nested, column_names: ['A'] },
      columns,
    )
    assert.deepEqual([read.type, read.columnIds, read.assertions], ['boolean', ['2', '1'], 'any'])
    assert.deepEqual([...read.tokens.true, ...read.tokens.false], ['ok', 'fail', 'no', 'false'])
    assert.equal(readScoreConfiguration({ code: 'return 1' }, columns).type, 'custom')
    const winner = { kind: 'lowest', column_id: '1', label_column_id: '2' }
    assert.deepEqual(
      readScoreConfiguration({ score_type: 'auto', score_config: { aggregate: winner } }, columns).winner,
      {
        column: '1',
        kind: 'lowest',
        label: '2',
      },
    )
  })

  it('names the wrong field', () => {
    refused({ score_config: {} }, /score_type is required/)
    refused({ score_type: 'mean' }, /score_type must be one of/)
    refused({ score_type: 'custom' }, /needs code/)
    refused({ column_ids: ['9'] }, /no column 9/)
    refused({ column_names: ['B'] }, /"B", and 2 columns/)
    refused({ column_names: ['C'] }, /"C", and there is no such/)
    refused({ true_values: [1] }, /true_values/)
    refused({ assertion_aggregation: 'most' }, /assertion_aggregation/)
    const winner = (aggregate: unknown) => ({ score_type: 'auto', score_config: { aggregate } })
    refused(winner('x'), /^score_config\.aggregate must/)
    refused(winner([]), /^score_config\.aggregate must/)
    refused(winner({ kind: 'lowest' }), /^score_config\.aggregate\.column_id must/)
    refused(winner({ kind: 'lowest', column_id: '9' }), /^score_config\.aggregate\.column_id must/)
    refused(
      winner({ kind: 'lowest', column_id: '1', label_column_id: ['2'] }),
      /^score_config\.aggregate\.label_column_id must/,
    )
  })

  it('refuses contradictory or too long configurations from callers, and reads stored ones', () => {
    const bad = (field: string) => (error: unknown) =>
      error instanceof Refusal && error.code === 'bad_request' && error.data?.['field'] === field
    const long = { score_type: 'custom', score_config: { code: 'x'.repeat(maxScoringCode + 1) } }
    const both = { score_type: 'auto', score_config: { true_values: ['OK'], false_values: ['no', ' ok'] } }
    assert.throws(() => readSentScore(long, columns), bad('code'))
    assert.throws(() => readSentScore(both, columns), bad('false_values'))
    for (const stored of [long, both]) readScoreConfiguration(stored, columns)
  })

  it('gives listed texts precedence over the defaults', () => {
    const negated = readSentScore({ false_values: ['yes'] }, columns).tokens
    assert.deepEqual([[...negated.true], [...negated.false]], [['pass', 'true'], ['yes']])
    const affirmed = readSentScore({ true_values: ['no'] }, columns).tokens
    assert.deepEqual([[...affirmed.true], [...affirmed.false]], [['no'], ['fail', 'false']])
  })
})

describe('custom scores', () => {
  it('gets rows as objects by title', () => {
    assert.deepEqual(
      customScoreData(['a', '__proto__'], [[1, 2], [3]]).map((row) => JSON.stringify(row)),
      ['{"a":1,"__proto__":2}', '{"a":3,"__proto__":null}'],
    )
  })

  it('reads score, parts and matrix', () => {
    const read = readCustomScore({
      score: 0.5,
      sub_scores: { a: 1 },
      score_matrix: [['x', 1, null, { value: 2, positive_metric: false }]],
    })
    assert.ok(read.ok)
    assert.deepEqual(read.score.matrices, [[['x', 1, null, { value: 2, positive_metric: false }]]])
    const three = readCustomScore({ score: 1, score_matrix: [[['a', 1]]] })
    assert.deepEqual(three.ok && three.score.matrices, [[['a', 1]]])
  })

  const wrong: readonly Json[] = [
    null,
    1,
    [],
    {},
    { score: '1' },
    { score: null },
    { score: 1, sub_scores: [1] },
    { score: 1, sub_scores: { a: true } },
    { score: 1, score_matrix: 'x' },
    { score: 1, score_matrix: [1] },
    { score: 1, score_matrix: [[true]] },
  ]
  for (const returned of wrong)
    it(`is an error for ${JSON.stringify(returned)}`, () => assert.equal(readCustomScore(returned).ok, false))
})

describe('WinnerTally', () => {
  const winner = (kind: 'most_frequent' | 'lowest' | 'highest', values: readonly Json[]) => {
    const column = new WinnerTally(kind)
    for (const [index, value] of values.entries()) column.add('COMPLETED', value, `row ${index}`)
    const result = column.result()
    return result && [result.value, result.label, result.count, result.excluded]
  }

  it('finds the value, its row, and the number of omitted cells', () => {
    assert.deepEqual(winner('most_frequent', ['a', 'b', 'b', '', 1, '1', 1]), ['b', 'row 1', 2, 1])
    assert.deepEqual(winner('lowest', [3, '1', 'x', 2, 1]), ['1', 'row 1', 2, 1])
    assert.deepEqual(winner('highest', [3, true, 5]), [5, 'row 2', 1, 1])
    assert.equal(winner('lowest', ['x', null]), null)
  })

  it('counts results of judges and comparisons without their reasons', () => {
    const judged = (label: string, reasoning: string) => ({ value: label, reasoning })
    const labels = [judged('good', '1'), judged('bad', '2'), judged('bad', '3')]
    assert.deepEqual(winner('most_frequent', labels), ['bad', 'row 1', 2, 0])
    const passing = [
      { value: false, label: 'bad', reasoning: '1' },
      { value: false, label: 'odd', reasoning: '2' },
    ]
    assert.deepEqual(winner('most_frequent', [...passing, passing[1]!]), ['odd', 'row 1', 2, 0])
    const differs = (at: number) => ({ comparison_result: false, diff: { at } })
    assert.deepEqual(winner('most_frequent', [true, differs(1), differs(2)]), [false, 'row 1', 2, 0])
  })
})
