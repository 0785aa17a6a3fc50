import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ZipEntry, zipOf } from '../../../../test/kit/zip.ts'
import { readZip } from './read-zip.ts'

const archive = (...entries: ZipEntry[]) => readZip(new Uint8Array(zipOf(entries)))

test('a file of an archive is read, stored or deflated', async () => {
  const read = archive(
    { name: 'stored', data: 'Bodø' },
    { name: 'packed', data: 'Bodø '.repeat(1_000), method: 'deflate' },
  )
  assert.equal(await read('stored'), 'Bodø')
  assert.equal(await read('packed'), 'Bodø '.repeat(1_000))
  assert.equal(await read('absent'), null)
})

test('a file that is larger than the archive says is refused', async () => {
  const data = Buffer.alloc(5_000_000, ' ')
  const read = archive({ name: 'bomb', data, method: 'deflate', declaredSize: 10 })
  await assert.rejects(read('bomb'), /larger than the archive says/)
  const huge = archive({ name: 'huge', data: 'x', declaredSize: 400_000_000 })
  await assert.rejects(huge('huge'), /larger than 300 MB/)
})
