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

test('what is kept is in the file at once, for its owner alone, and gone with the last that is done', () => {
  const path = join(folder, 'kept')
  const file = new JournalFile(path)
  file.append(Buffer.from('one'))
  file.append(Buffer.from('two'))
  assert.deepEqual(texts(path), ['one', 'two'])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  file.done()
  assert.deepEqual(texts(path), ['one', 'two'])
  file.done()
  assert.deepEqual([file.bytes, file.isEmpty, texts(path)], [0, true, []])
  file.append(Buffer.from('three'))
  assert.deepEqual(texts(path), ['three'])
  file.remove()
  assert.equal(existsSync(path), false)
  file.append(Buffer.from('four'))
  assert.deepEqual(texts(path), ['four'])
})

test('a record that is not whole ends the file', () => {
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
