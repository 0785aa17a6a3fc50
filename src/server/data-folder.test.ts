import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DataFolderError, lockFolder, prepareFolder, writeSecretFile } from './data-folder.ts'

function freshFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  context.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder is created with its parents, unless it exists', (context) => {
  const folder = join(freshFolder(context), 'one', 'two')
  prepareFolder(folder)
  prepareFolder(folder)
  assert.ok(statSync(folder).isDirectory())
})

test('a file in place of the folder is an error', (context) => {
  const file = join(freshFolder(context), 'file')
  writeFileSync(file, '')
  assert.throws(() => prepareFolder(file), DataFolderError)
})

test('a folder is locked by one process until it is released', (context) => {
  const folder = freshFolder(context)
  const folderLock = lockFolder(folder)
  assert.throws(
    () => lockFolder(folder),
    (error) => {
      assert.ok(error instanceof DataFolderError)
      return error.message.includes(`(pid ${process.pid})`)
    },
  )
  folderLock.release()
  lockFolder(folder).release()
})

test('a secret is readable by its owner only', (context) => {
  const file = writeSecretFile(freshFolder(context), 'secret', 'text')
  assert.equal(readFileSync(file, 'utf8'), 'text\n')
  assert.equal(statSync(file).mode & 0o777, 0o600)
})
