import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { EventFile } from './event-file.ts'

test('events are read once their line is complete, and once only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-event-file-'))
  const path = join(folder, 'events')
  const file = new EventFile(path)
  const [one, other] = ['ä', 'ö'].map((name) => ({ kind: 'passed', name, line: 1 }) as const)
  const line = Buffer.from(`${JSON.stringify(other)}\n`)
  try {
    assert.deepEqual(file.readNew(), [])
    const cut = line.indexOf('ö') + 1
    appendFileSync(path, `${JSON.stringify(one)}\n`)
    appendFileSync(path, line.subarray(0, cut))
    assert.deepEqual(file.readNew(), [one])
    appendFileSync(path, line.subarray(cut))
    assert.deepEqual(file.readNew(), [other])
    assert.deepEqual(file.readNew(), [])
    assert.deepEqual(file.events, [one, other])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
