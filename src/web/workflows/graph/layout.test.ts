import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutOf } from './layout.ts'

const box = (id: string) => ({ id, width: 100, height: 40 })
const line = (source: string, target: string) => ({ source, target })

describe('the drawing of a workflow', () => {
  it('has each node below its sources', () => {
    const lines = [line('a', 'b'), line('b', 'd'), line('a', 'd'), line('c', 'd')]
    const { positions: placed } = layoutOf(['a', 'b', 'c', 'd'].map(box), lines)
    for (const { source, target } of lines) assert.ok(placed.get(source)!.y < placed.get(target)!.y)
    assert.equal(placed.get('a')!.y, placed.get('c')!.y)
  })

  it('has no overlapping nodes, and few crossing lines in a layer', () => {
    const { positions: placed } = layoutOf(['a', 'b', 'of b', 'of a'].map(box), [
      line('a', 'of a'),
      line('b', 'of b'),
    ])
    assert.ok(placed.get('a')!.x < placed.get('b')!.x)
    assert.ok(placed.get('of a')!.x < placed.get('of b')!.x)
    assert.ok(placed.get('b')!.x - placed.get('a')!.x > 100)
  })

  it('routes a line beside the boxes that it passes', () => {
    const lines = [line('a', 'b'), line('b', 'c'), line('a', 'c')]
    const { positions, bendsOf } = layoutOf(['a', 'b', 'c'].map(box), lines)
    assert.deepEqual(bendsOf(lines[0]!), [])
    const [enters, leaves] = bendsOf(lines[2]!)
    const past = positions.get('b')!
    assert.ok(enters!.x < past.x || enters!.x > past.x + 100)
    assert.deepEqual([enters!.y, leaves!.y], [past.y, past.y + 40])
  })

  it('draws cycles, and edges from missing nodes', () => {
    const { positions: placed } = layoutOf(['a', 'b'].map(box), [
      line('a', 'b'),
      line('b', 'a'),
      line('x', 'a'),
    ])
    assert.deepEqual([...placed.keys()].sort(), ['a', 'b'])
  })
})
