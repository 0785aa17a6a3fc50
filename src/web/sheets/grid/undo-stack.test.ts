import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UndoStack } from './undo-stack.ts'

function counter() {
  const stack = new UndoStack()
  const state = { value: 0 }
  const add = (by: number) => {
    const redo = () => {
      state.value += by
    }
    const undo = () => {
      state.value -= by
    }
    redo()
    stack.push({ label: `add ${by}`, undo, redo })
  }
  return { stack, state, add }
}

describe('undoing', () => {
  it('undoes the last step first, and redoes in reverse order', async () => {
    const { stack, state, add } = counter()
    for (const by of [1, 10, 100]) add(by)
    assert.equal((await stack.undo())?.label, 'add 100')
    await stack.undo()
    assert.equal(state.value, 1)
    assert.equal((await stack.redo())?.label, 'add 10')
    assert.equal(state.value, 11)
    await stack.undo()
    await stack.undo()
    assert.equal(await stack.undo(), undefined)
    assert.equal(state.value, 0)
  })

  it('drops undone steps after a new step', async () => {
    const { stack, state, add } = counter()
    add(1)
    await stack.undo()
    add(5)
    assert.equal(await stack.redo(), undefined)
    assert.equal(state.value, 5)
  })

  it('keeps a step that could not be undone', async () => {
    const { stack, add } = counter()
    add(1)
    let fails = true
    stack.push({
      label: 'fragile',
      undo: () => {
        if (fails) throw new Error('not now')
      },
      redo: () => undefined,
    })
    await assert.rejects(stack.undo(), /not now/)
    fails = false
    assert.equal((await stack.undo())?.label, 'fragile')
  })

  it('undoes up to a hundred steps', async () => {
    const { stack, state, add } = counter()
    for (let step = 0; step < 130; step++) add(1)
    while (await stack.undo());
    assert.equal(state.value, 30)
  })
})
