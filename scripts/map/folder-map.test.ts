import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headOf } from './folder-map.ts'

describe('the line of a folder', () => {
  test('is the comment at the top of its index.ts', () => {
    assert.equal(headOf('/** The room. */\n\nexport {}\n'), 'The room.')
    assert.equal(headOf("/** The room. */\nexport { one } from './one.ts'\n"), 'The room.')
    assert.equal(headOf('/**\n * The room,\n * in two lines.\n */\n\nexport {}\n'), 'The room, in two lines.')
  })

  test('is not the comment of the first declaration', () => {
    assert.equal(headOf('/** A number. */\nexport const one = 1\n'), null)
    assert.equal(headOf("import './one.ts'\n\n/** The room. */\n\nexport {}\n"), null)
  })
})
