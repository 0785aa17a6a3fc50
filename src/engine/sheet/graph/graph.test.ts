import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reference } from '../../columns/column.ts'
import { Refusal } from '../../refusal.ts'
import {
  checkColumn,
  checkCycles,
  dependenciesOf,
  Graph,
  healedDependencies,
  remainingDependencies,
  rewriteTitles,
  type SheetColumn,
  sourceProblem,
} from './index.ts'

const column = (id: string, reads: readonly string[] = [], rest: Partial<SheetColumn> = {}): SheetColumn => ({
  id,
  sheet: 's',
  title: id.toUpperCase(),
  rank: id.charCodeAt(0),
  kind: reads.length > 0 ? 'computed' : 'input',
  references: reads.map((target, position): Reference => ({ key: 'sources', meta: { position }, target })),
  submitted: [],
  seesRow: false,
  acceptsFailed: false,
  seesTitles: false,
  system: false,
  definition: '',
  ...rest,
})

const pin = (column_id: string, position: number) => ({
  column_id,
  reference_type: 'value',
  config_key: 'sources',
  config_meta: { position },
})

const refusal = (graph: Graph, id: string): Refusal => {
  try {
    checkColumn(graph, id)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('Nothing was refused')
}

describe('Graph', () => {
  it('resolves ids and titles, and orders columns after their sources', () => {
    const graph = new Graph([column('c', ['B', 'a']), column('b', ['A']), column('a')])
    assert.deepEqual(
      graph.sources('c').map((source) => source.column),
      ['b', 'a'],
    )
    assert.deepEqual(graph.order, ['a', 'b', 'c'])
    assert.deepEqual(
      graph.downstream('a').map((reached) => reached.column),
      ['b', 'c'],
    )
    assert.deepEqual(graph.upstream('c'), ['a', 'b'])
  })

  it('refuses a cycle and names it, and keeps the rest of the sheet in order', () => {
    const graph = new Graph([column('a', ['B']), column('b', ['A']), column('x'), column('y', ['X'])])
    assert.match(refusal(graph, 'a').message, /A -> B -> A/)
    assert.equal(graph.isInCycle('b'), true)
    assert.equal(graph.isInCycle('y'), false)
    assert.ok(graph.order.indexOf('x') < graph.order.indexOf('y'))
    assert.match(sourceProblem(graph, 'a')!, /itself/)
    assert.equal(sourceProblem(graph, 'y'), null)
    assert.match(refusal(new Graph([column('a', ['A'])]), 'a').message, /A -> A/)
  })

  it('refuses only cycles that the change closes', () => {
    const circle = [column('a', ['B']), column('b', ['A'])]
    const before = new Graph(circle)
    checkColumn(new Graph([...circle, column('x'), column('y', ['X'])]), 'y', before)
    checkCycles(new Graph([...circle, column('x')]), before)
    assert.throws(() => checkColumn(before, 'a', before), /A -> B -> A/)
    const second = new Graph([...circle, column('x', ['Y']), column('y', ['X'])])
    assert.throws(() => checkCycles(second, before), /X -> Y -> X/)
    assert.throws(() => checkCycles(second), Refusal)
  })

  it('refuses unknown and ambiguous titles by name', () => {
    const twice = [column('a'), column('b', [], { title: 'A' }), column('c', ['A'])]
    assert.match(refusal(new Graph(twice), 'c').message, /config\.sources\.0 .* names "A", and 2 columns/)
    const missing = refusal(new Graph([column('c', ['Nope'])]), 'c')
    assert.match(missing.message, /"Nope", and there is no such column/)
    assert.deepEqual(missing.data, { field: 'config.sources.0' })
    const side: Reference = { key: 'left_config', meta: { position: 1 }, target: 'Nope' }
    const condition = new Graph([column('c', [], { kind: 'computed', references: [side] })])
    assert.match(refusal(condition, 'c').message, /^config\.conditionals\.1\.left_config\.source of column/)
  })

  it('lets a submitted dependency win over the title, and follow a rename', () => {
    const twice = [
      column('a'),
      column('b', [], { title: 'A' }),
      column('c', ['A'], { submitted: [pin('b', 0)] }),
    ]
    const graph = new Graph(twice)
    assert.deepEqual(graph.inputs('c'), ['b'])
    checkColumn(graph, 'c')
    assert.deepEqual(dependenciesOf(graph.sources('c')), [pin('b', 0)])
  })

  it('accepts submitted dependencies without a reference, and refuses unknown ids', () => {
    const deleted = new Graph([
      column('b', [], { title: 'A' }),
      column('c', ['A'], { submitted: [pin('a', 0)] }),
    ])
    assert.match(
      refusal(deleted, 'c').message,
      /config\.sources\.0 .* names "A" \(a\), and there is no such column/,
    )
    const extra = { ...pin('a', 0), config_key: null, config_meta: null }
    assert.deepEqual(new Graph([column('a'), column('c', [], { submitted: [extra] })]).inputs('c'), ['a'])
    const withUnknown = new Graph([column('c', [], { submitted: [{ ...extra, column_id: 'zz' }] })])
    assert.match(refusal(withUnknown, 'c').message, /dependencies .* "zz"/)
  })

  it('gives code the columns to its left, without system columns', () => {
    const code = column('m', ['Z'], { seesRow: true })
    const graph = new Graph([column('a'), column('b', [], { system: true }), code, column('z')])
    assert.deepEqual(graph.inputs('m'), ['z', 'a'])
    assert.deepEqual(graph.readers('b'), [])
    assert.deepEqual(graph.readers('a'), ['m'])
  })

  it('reads figures of a run with a dot, unless a column has that very title', () => {
    const graph = new Graph([column('t'), column('u', ['T.price'])])
    assert.deepEqual([graph.sources('u')[0]!.column, graph.sources('u')[0]!.part], ['t', 'price'])
    const own = new Graph([column('t'), column('p', [], { title: 'T.price' }), column('u', ['T.price'])])
    assert.deepEqual([own.sources('u')[0]!.column, own.sources('u')[0]!.part], ['p', null])
    const self = new Graph([column('t'), column('u', ['T.price'], { title: 'T.price' })])
    assert.deepEqual([self.sources('u')[0]!.column, self.sources('u')[0]!.part], ['t', 'price'])
    const renamed = new Graph([
      column('t', [], { title: 'N' }),
      column('u', ['N.price'], { submitted: [pin('t', 0)] }),
    ])
    assert.equal(renamed.sources('u')[0]!.part, 'price')
  })

  it('drops the pin on a deleted column once another column has its title', () => {
    const reader = column('c', ['A', 'B'], { submitted: [pin('gone', 0), pin('b', 1)] })
    const healed = (...columns: SheetColumn[]) =>
      healedDependencies(new Graph([reader, column('b'), ...columns]), 'c', (id) => id === 'a')
    assert.equal(healed(), null)
    assert.deepEqual(healed(column('a')), [pin('b', 1)])
    assert.equal(healed(column('x', [], { title: 'A' })), null, 'not the column that is meant')
    assert.equal(healed(column('a'), column('x', [], { title: 'A' })), null, 'two columns have the title')
  })

  it('reads a figure whose column is named by id, also in a pin', () => {
    const figureIds = new Map([['f', 'price'] as const])
    const read = (target: string, ...submitted: ReturnType<typeof pin>[]) => {
      const graph = new Graph([column('t', [], { figureIds }), column('u', [target], { submitted })])
      checkColumn(graph, 'u')
      const [source] = graph.sources('u')
      assert.deepEqual(dependenciesOf([source!]), [pin('t', 0)])
      return [source!.column, source!.part]
    }
    assert.deepEqual(read('f'), ['t', 'price'])
    assert.deepEqual(read('T.price', pin('f', 0)), ['t', 'price'])
    assert.deepEqual(read('f', pin('f', 0)), ['t', 'price'])
    assert.deepEqual(read('f', pin('t', 0)), ['t', 'price'])
    assert.deepEqual(read('T', pin('t', 0)), ['t', null])
  })

  it('has no figures for columns without runs and for mirrors', () => {
    for (const [target, kind] of [
      ['T.input_tokens', 'computed'],
      ['T.price', 'mirror'],
    ] as const) {
      const graph = new Graph([column('t'), column('u', [target], { kind })])
      assert.match(refusal(graph, 'u').message, new RegExp(`names "${target}", and there is no such column`))
    }
  })

  it('refuses the same title for two values where titles are keys', () => {
    const keyed = { keyedByTitle: true }
    const graph = new Graph([column('a'), column('b', [], { title: 'A' }), column('u', ['a', 'b'], keyed)])
    assert.match(refusal(graph, 'u').message, /has "A" twice/)
    assert.match(sourceProblem(graph, 'u') ?? '', /has "A" twice/)
    const figures = new Graph([column('a'), column('u', ['A', 'a', 'A.price'], keyed)])
    checkColumn(figures, 'u')
    assert.equal(sourceProblem(figures, 'u'), null)
  })

  it('crosses sheets by index and aggregates whole columns', () => {
    const graph = new Graph([
      column('a'),
      column('m', ['a'], { sheet: 'other', kind: 'mirror' }),
      column('n', ['M'], { sheet: 'other' }),
      column('g', ['A'], { kind: 'aggregate' }),
      column('h', ['G']),
    ])
    assert.equal(graph.sources('m')[0]!.relation, 'same-index')
    assert.equal(graph.sources('n')[0]!.relation, 'same-row')
    assert.equal(graph.sources('g')[0]!.relation, 'whole-column')
    assert.deepEqual(new Map(graph.downstream('a').map(({ column, rows }) => [column, rows])).get('h'), 'all')
    const back = new Graph([
      column('a', ['n']),
      column('m', ['a'], { sheet: 'o' }),
      column('n', ['m'], { sheet: 'o' }),
    ])
    assert.match(refusal(back, 'm').message, /M -> N -> A -> M/)
  })

  it('handles deep graphs without recursion', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      column(`c${index}`, index === 0 ? [] : [`c${index - 1}`], { rank: index }),
    )
    assert.equal(new Graph(chain).downstream('c0').length, 19_999)
  })
})

describe('rewriteTitles', () => {
  it('replaces the old title only where the config names the column', () => {
    const references: Reference[] = [
      { key: 'source', target: 'A' },
      { key: 'sources', meta: { position: 1 }, target: 'A' },
      { key: 'variable_mappings', meta: { variable_name: 'x' }, target: 'A.price' },
      { key: 'older_spelling', target: 'A' },
    ]
    const reader = column('c', [], { kind: 'computed', references })
    const graph = new Graph([column('a'), reader])
    const config = {
      source: 'A',
      value: 'A',
      sources: ['B', 'A'],
      prompt_config: { variable_mappings: { x: 'A.price' } },
    }
    assert.deepEqual(rewriteTitles(graph, 'a', 'New', new Map([['c', config]])), [
      {
        column: 'c',
        config: {
          source: 'New',
          value: 'A',
          sources: ['B', 'New'],
          prompt_config: { variable_mappings: { x: 'New.price' } },
        },
      },
    ])
    assert.deepEqual(rewriteTitles(graph, 'a', 'A', new Map([['c', config]])), [])
  })
})

describe('remainingDependencies', () => {
  it('drops dependencies whose reference has another text', () => {
    const at = (position: number, target: string): Reference => ({
      key: 'sources',
      meta: { position },
      target,
    })
    const stored = [pin('a', 0), pin('b', 1), { ...pin('c', 0), config_key: null, config_meta: null }]
    assert.deepEqual(remainingDependencies(stored, [at(0, 'A'), at(1, 'B')], [at(0, 'A'), at(1, 'X')]), [
      stored[0],
      stored[2],
    ])
  })
})
