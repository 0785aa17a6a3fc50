import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutOf } from './layout.ts'

const box = (id: string) => ({ id, width: 100, height: 40 })
const line = (source: string, target: string) => ({ source, target })

describe('the drawing of a workflow', () => {
  it('has each node right of all that lead to it', () => {
    const lines = [line('a', 'b'), line('b', 'd'), line('a', 'd'), line('c', 'd')]
    const placed = layoutOf(['a', 'b', 'c', 'd'].map(box), lines)
    for (const { source, target } of lines) assert.ok(placed.get(source)!.x < placed.get(target)!.x)
    assert.equal(placed.get('a')!.x, placed.get('c')!.x)
  })

  it('puts no two nodes over each other, and lines of a layer do not cross without need', () => {
    const placed = layoutOf(['a', 'b', 'of b', 'of a'].map(box), [line('a', 'of a'), line('b', 'of b')])
    assert.ok(placed.get('a')!.y < placed.get('b')!.y)
    assert.ok(placed.get('of a')!.y < placed.get('of b')!.y)
    assert.ok(placed.get('b')!.y - placed.get('a')!.y > 40)
  })

  it('draws circles, and lines from what is not there', () => {
    const placed = layoutOf(['a', 'b'].map(box), [line('a', 'b'), line('b', 'a'), line('x', 'a')])
    assert.deepEqual([...placed.keys()].sort(), ['a', 'b'])
  })
})
