import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ZipEntry, zipOf } from '../../../test/kit/zip.ts'
import { Refusal } from '../../engine/refusal.ts'
import { readArchive } from './read-archive.ts'
import { limits } from './stored-files.ts'
import { writeArchive } from './write-archive.ts'

const read = (bytes: Buffer) => readArchive({ field: 'archive', bytes })
const pathsOf = async (...entries: ZipEntry[]) => (await read(zipOf(entries))).map(({ path }) => path)

async function refusal(bytes: Buffer): Promise<string> {
  const started = process.cpuUsage()
  const error = await read(bytes).then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Refusal, String(error))
  const { user, system } = process.cpuUsage(started)
  assert.ok(user + system < 2_000_000, 'refusing it took more than 2 s of processor time')
  return `${error.code}: ${error.message}`
}

test('a written archive can be read', async () => {
  const files = [
    ['SKILL.md', 'Grüße 🦆\n'],
    ['empty.txt', ''],
    ['a/deep/er.md', 'x'.repeat(100_000)],
    ['a/with space & "quotes".md', '\ufeff'],
  ] as const
  const bytes = await writeArchive(files, 1_700_000_000_000)
  assert.ok(bytes.length < 2_000)
  assert.deepEqual(
    await read(bytes),
    files.map(([path, content]) => ({ path, content })),
  )
  assert.deepEqual(await writeArchive(files, 1_700_000_000_000), bytes)
  assert.deepEqual(await read(await writeArchive([], 0)), [])
})

test("folders and Finder's files are skipped; stored and deflated entries are read", async () => {
  const paths = await pathsOf(
    { name: 'a/', mode: 0o040755 },
    { name: 'a/SKILL.md', data: 'one', method: 'deflate' },
    { name: './b.md', data: 'two', mode: 0 },
    { name: 'c\\d.md', data: 'three' },
    { name: '.DS_Store', data: Buffer.from([0, 1]) },
    { name: 'a/.DS_Store', data: Buffer.from([0, 1]) },
    { name: '__MACOSX/a/._SKILL.md', data: Buffer.from([0, 0xff]) },
  )
  assert.deepEqual(paths, ['a/SKILL.md', 'b.md', 'c/d.md'])
})

test('paths outside the collection and special files are refused', async () => {
  for (const name of ['../a', 'a/../../b', '/etc/passwd', 'C:/a', '..\\a', 'a\u0000b', 'x'.repeat(600), ''])
    assert.match(await refusal(zipOf([{ name, data: 'x' }])), /^invalid: the archive cannot be read: /, name)
  const link = { name: 'a', data: '/etc/passwd', mode: 0o120777 }
  assert.match(await refusal(zipOf([link])), /link or a device/)
  assert.match(await refusal(zipOf([{ ...link, mode: 0o060600 }])), /link or a device/)
  assert.match(await refusal(zipOf([{ name: 'a' }, { name: './a' }])), /it contains a twice/)
})

test('files that are not text are refused', async () => {
  assert.match(await refusal(Buffer.from('no zip')), /^invalid: the archive cannot be read/)
  assert.match(await refusal(Buffer.alloc(0)), /^invalid: the archive cannot be read/)
  assert.match(await refusal(zipOf([{ name: 'a', data: 'x' }]).subarray(0, 60)), /^invalid/)
  assert.match(
    await refusal(zipOf([{ name: 'a', data: 'x', flags: 1, method: 'deflate' }])),
    /a is encrypted/,
  )
  assert.match(await refusal(zipOf([{ name: 'a', data: 'x', method: 12 }])), /unknown compression/)
  assert.match(await refusal(zipOf([{ name: 'a', data: 'x', checksum: 1 }])), /a is damaged/)
  assert.match(await refusal(zipOf([{ name: 'a', data: Buffer.from([0xff]) }])), /a is not UTF-8 text/)
  assert.match(await refusal(zipOf([{ name: 'a', data: 'a\u0000b' }])), /a is not UTF-8 text/)
  assert.match(await refusal(zipOf([{ name: 'a', data: 'x' }], 2)), /^invalid/)
})

test('zip bombs are refused before they are unpacked', async () => {
  const large = Buffer.alloc(limits.fileBytes + 1, 'x')
  assert.match(await refusal(zipOf([{ name: 'a', data: large, method: 'deflate' }])), /^too_large/)
  const understated = {
    name: 'a',
    data: Buffer.alloc(64 * 1024 * 1024),
    method: 'deflate',
    declaredSize: 10,
  } as const
  assert.match(await refusal(zipOf([understated])), /^invalid: .*too many bytes/)
  assert.match(await refusal(zipOf([{ name: 'a', data: 'xy', declaredSize: 100 }])), /^invalid/)
  const full = Buffer.alloc(limits.fileBytes, 'x')
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, data: full, method: 'deflate' }) as const)
  assert.match(await refusal(zipOf(many)), /^too_large/)
  const empty = Array.from({ length: limits.files + 1 }, (_, index) => ({ name: `f${index}` }))
  assert.match(await refusal(zipOf(empty)), /^too_large/)
  const folders = Array.from({ length: 4000 }, (_, index) => ({ name: `f${index}/` }))
  assert.match(await refusal(zipOf(folders)), /more than 3000 entries/)
})
