import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnText } from '../traces/index.ts'
import { oneLine } from './index.ts'

test('texts that are cut have no half characters', () => {
  const emoji = `a${'😀'.repeat(10_000)}`
  for (const cut of [oneLine(emoji)!, turnText(emoji)!.text]) {
    assert.ok(cut.startsWith('a😀'))
    assert.ok(cut.isWellFormed())
  }
})
