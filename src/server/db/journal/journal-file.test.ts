import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { JournalFile, recordsOf } from './journal-file.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-journal-'))
})
after(() => rmSync(folder, { recursive: true }))

const texts = (path: string) => recordsOf(path).map(String)

test('a record is in the file at once, private to its owner, and the file is emptied after the last one', () => {
  const path = join(folder, 'kept')
  const file = new JournalFile(path)
  file.append(Buffer.from('one'))
  file.append(Buffer.from('two'))
  assert.deepEqual(texts(path), ['one', 'two'])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  file.markCommitted()
  assert.deepEqual(texts(path), ['one', 'two'])
  file.markCommitted()
  assert.deepEqual([file.bytes, file.isEmpty, texts(path)], [0, true, []])
  file.append(Buffer.from('three'))
  assert.deepEqual(texts(path), ['three'])
  file.remove()
  assert.equal(existsSync(path), false)
  file.append(Buffer.from('four'))
  assert.deepEqual(texts(path), ['four'])
})

test('reading stops at an incomplete record', () => {
  const path = join(folder, 'broken')
  const file = new JournalFile(path)
  file.append(Buffer.from('one'))
  file.append(Buffer.from('two'))
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, -1))
  assert.deepEqual(texts(path), ['one'])
  writeFileSync(path, whole.with(-1, 0))
  assert.deepEqual(texts(path), ['one'])
  writeFileSync(path, whole)
  appendFileSync(path, Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]))
  assert.deepEqual(texts(path), ['one', 'two'])
})
