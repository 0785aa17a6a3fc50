import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { erasureJobs } from '../../src/server/erasure/index.ts'
import { successBodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { zipOf as archiveOf } from '../kit/zip.ts'
import { pdfOf } from './support/files-with-texts.ts'
import { endedDeletion, hookedLease } from './support/person-deletion.ts'
import { remains } from './support/remains-of-person.ts'
import { logCall } from './support/requests.ts'
import { emptySheet } from './support/tables.ts'
import { chat, user } from './support/templates.ts'

const v2 = '/api/public/v2'
const path = `${v2}/person-deletions`
const mail = 'Slartibartfast@fjord-mail.example'
const start = 1_795_168_800_000_000_000n

describe('deletion of a person who is named in encoded texts, files, versions and uploads', () => {
  const app = appOfSuite()
  const log = async (question: string): Promise<number> =>
    successBodyOf(await app.api.post('/log-request', logCall({ input: chat(user(question)) }))).id
  const erase = async () => {
    const { person_deletion } = successBodyOf(await app.api.post(path, { identifiers: [mail] }))
    return endedDeletion(app.api, person_deletion.id)
  }

  it('finds their name in base64 of bodies, and in media that are stored apart from bodies and spans', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const fill = (text: string, bytes: number) => text.padEnd(bytes, ' and nothing else')
    const unnamedRequest = await log(
      `Read data:text/plain;base64,${encoded(fill('names no person', 20_000))}`,
    )
    const small = await log(`Read data:application/json;base64,${encoded(JSON.stringify({ from: mail }))}`)
    // Contents of 16 kB and more are stored apart from the body, here once for both requests and the span.
    const letter = `data:text/plain;base64,${encoded(`${fill('Dear all,', 300_000)} ${mail} ${fill('', 9_000)}`)}`
    const large = [await log(`Read ${letter}`), await log(`Read it again: ${letter}`)]
    const span = (trace: number, scan: string) => ({
      name: 'read',
      context: {
        trace_id: String(trace).padStart(32, '0'),
        span_id: `${trace}f`.padStart(16, '0'),
        trace_state: '',
      },
      kind: 'SpanKind.INTERNAL',
      parent_id: null,
      start_time: String(start),
      end_time: String(start + 1_000n),
      status: { status_code: 'StatusCode.OK', description: null },
      attributes: { scan },
      resource: { attributes: {}, schema_url: '' },
    })
    const spans = [span(1, letter), span(2, 'nothing')]
    successBodyOf(await app.api.post('/spans-bulk', { spans }))
    const media = async () =>
      (await app.context.store.db.selectFrom('media').select('sha256').execute()).length
    assert.equal(await media(), 2)
    const { found } = successBodyOf(await app.api.post(`${path}/preview`, { identifiers: [mail] }))
    assert.deepEqual([found.requests, found.traces], [3, 1])
    const { state, deleted } = await erase()
    assert.deepEqual([state, deleted.requests, deleted.traces], ['done', 3, 1])
    for (const id of [small, ...large]) assert.equal((await app.api.get(`${v2}/requests/${id}`)).status, 404)
    assert.equal((await app.api.get(`${v2}/requests/${unnamedRequest}`)).status, 200)
    assert.equal(await media(), 1)
    assert.deepEqual(await remains(app, [mail]), [])
  })

  it('removes their name from earlier configurations of columns in saved versions', async () => {
    const sheet = await emptySheet(app.api)
    const note = await sheet.column('Note')
    const config = { source: 'Note', type: 'chars', note: `for ${mail}` }
    const length = await sheet.column('Length', 'COUNT', config)
    const named = await sheet.column(`Of ${mail}`)
    await sheet.add([{ [note.id]: 'a text' }])
    successBodyOf(await app.api.post(`${sheet.path}/versions`, { name: 'before' }))
    const column = (id: string) => `${sheet.path}/columns/${id}`
    successBodyOf(await app.api.patch(column(length.id), { config: { source: 'Note', type: 'words' } }))
    successBodyOf(await app.api.patch(column(named.id), { title: 'Of somebody' }))
    assert.notDeepEqual(await remains(app, [mail]), [])
    const { state, deleted, remaining } = await erase()
    assert.deepEqual([state, deleted.earlier_columns, remaining.count], ['done', 2, 0])
    assert.deepEqual(await remains(app, [mail]), [])
    const saved = successBodyOf(await app.api.get(`${sheet.path}/versions`)).data.find(
      ({ name }: { name: string }) => name === 'before',
    )
    const { version } = successBodyOf(await app.api.get(`${sheet.path}/versions/${saved.id}`))
    assert.deepEqual(
      version.snapshot.columns.map(({ title, config }: Record<string, unknown>) => [title, config]),
      [
        ['Note', {}],
        ['Length', { ...config, note: 'Deleted with a person.' }],
        ['Deleted with a person.', {}],
      ],
    )
    assert.equal(version.snapshot.rows.length, 1)
  })

  it('removes stored uploads that contain their name, and reports an upload in progress', async () => {
    const { store } = app.context
    const { id: workspace_id } = successBodyOf(await app.api.get(`${v2}/workspace`)).workspace
    const hours = 3_600_000
    for (const [id, kept, created_at] of [
      ['taken', 1, Date.now()],
      ['abandoned', 0, Date.now() - 2 * hours],
      ['arriving', 0, Date.now()],
    ] as const) {
      const bytes = Buffer.from(`name,mail\n1,${id === 'arriving' ? 'nobody' : mail}\n`)
      const piece = { workspace_id, upload_id: id, number: 0, bytes }
      await store.transact(async (tx) => {
        await tx.insertInto('uploads').values({ workspace_id, id, size: 9, kept, created_at }).execute()
        await tx.insertInto('upload_pieces').values(piece).execute()
      })
    }
    assert.notDeepEqual(await remains(app, [mail]), [])
    const { state, deleted, under_way } = await erase()
    assert.deepEqual([state, deleted.uploads], ['done', 2])
    assert.deepEqual(under_way, [{ kind: 'upload', id: 'arriving' }])
    assert.deepEqual(await remains(app, [mail]), [])
    await store.transact(async (tx) => {
      await tx.deleteFrom('upload_pieces').where('upload_id', '=', 'arriving').execute()
      await tx.deleteFrom('uploads').where('id', '=', 'arriving').execute()
    })
  })

  it('finds their name in UTF-16, office files, archives and PDFs, and counts files that cannot be read in full', async () => {
    const noise = Array.from({ length: 9_000 }, () => Math.random().toString(36).slice(2, 6)).join(' ')
    const zipOf = (files: Readonly<Record<string, string | Buffer>>, flags = 0) =>
      archiveOf(
        Object.entries(files).map(([name, data]) => ({ name, data, flags, method: 'deflate' as const })),
      )
    const word = (text: string) =>
      zipOf({
        'word/document.xml': `<w:t>${text.slice(0, 9)}</w:t><b/><w:t>${text.slice(9)}</w:t>`,
        'noise.txt': noise,
      })
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20_000, 'x')])
    const wide = (text: string) =>
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]),
        Buffer.from(text, 'utf16le'),
        Buffer.alloc(17_000, 1),
      ])
    const bigEndian = Buffer.from(`\ufeffFrom ${mail} ${'to nobody '.repeat(2_000)}`, 'utf16le').swap16()
    const files: Record<string, (text: string) => Buffer> = {
      'marked UTF-16': (text) =>
        Buffer.from(`\ufeffTo ${text} ${'and others '.repeat(12_000)} ${text}`, 'utf16le'),
      'UTF-16 without a mark': wide,
      'an office file': word,
      'an archive in an archive': (text) => zipOf({ 'letters.zip': word(text), 'noise.txt': noise }),
      gzip: (text) => gzipSync(`${noise} ${text} ${noise}`),
      'a PDF': (text) => Buffer.concat([pdfOf(text), Buffer.from(`%${noise}`)]),
      'a name of a file': (text) => zipOf({ [`of ${text} and others`]: noise }),
    }
    const logFile = (name: string, bytes: Buffer) =>
      log(`Read ${name}: data:application/octet-stream;base64,${bytes.toString('base64')}`)
    const named = [await logFile('big-endian', bigEndian)]
    for (const [name, make] of Object.entries(files)) named.push(await logFile(name, make(mail)))
    for (const [name, make] of Object.entries(files)) await logFile(name, make('nobody@fjord-mail.example'))
    await logFile('a picture', png)
    await logFile('locked', zipOf({ 'locked.txt': `${noise}${mail}` }, 1))
    await logFile('too large', zipOf({ 'large.txt': Buffer.alloc(17 * 1024 * 1024, `${noise} `) }))
    const unread = [
      { kind: 'archive', count: 2 },
      { kind: 'other', count: 1 },
      { kind: 'pdf', count: 1 },
      { kind: 'picture', count: 1 },
    ]
    const sorted = (kinds: { kind: string }[]) => kinds.toSorted((a, b) => a.kind.localeCompare(b.kind))
    const preview = successBodyOf(await app.api.post(`${path}/preview`, { identifiers: [mail] }))
    assert.deepEqual([preview.found.requests, sorted(preview.unread_files)], [named.length, unread])
    const { state, deleted, unread_files } = await erase()
    assert.deepEqual([state, deleted.requests, sorted(unread_files)], ['done', named.length, unread])
    for (const id of named) assert.equal((await app.api.get(`${v2}/requests/${id}`)).status, 404)
    assert.deepEqual(await remains(app, [mail]), [])
  })

  it('searches texts that were written during the deletion, and reports running work', async () => {
    await app.worker!.stop()
    const sheet = await emptySheet(app.api)
    const note = await sheet.column('Note')
    await sheet.add([{ [note.id]: 'a text' }])
    await log(`Before: ${mail}`)
    const { id } = successBodyOf(await app.api.post(path, { identifiers: [mail] })).person_deletion
    let late = 0
    const { id: ownWorkspace } = successBodyOf(await app.api.get(`${v2}/workspace`)).workspace
    const hooked = hookedLease(app, { workspace: ownWorkspace, run: id }, async (stage) => {
      // This stage follows the deletion of requests and of rows of sheets.
      if (stage !== 'cached_results' || late > 0) return
      late = await log(`Late: ${mail}`)
      await sheet.add([{ [note.id]: `late ${mail}` }])
    })
    const run = { kind: 'recalculate-cells', run: 'a run', turn: 0, payload: {} }
    const { workspace } = hooked
    await app.context.store.transact((tx) => app.context.jobs.enqueue(tx, workspace, [run]))
    // A reader that blocks the write-ahead log makes the job run again.
    while ((await erasureJobs(app.context).run(hooked)).kind === 'again') await sleep(100)
    const { state, deleted, under_way } = await endedDeletion(app.api, id)
    assert.deepEqual([state, deleted.requests, deleted.sheet_rows], ['done', 2, 1])
    assert.deepEqual(under_way, [{ kind: 'recalculate-cells', id: 'a run' }])
    assert.equal((await app.api.get(`${v2}/requests/${late}`)).status, 404)
    assert.deepEqual(await sheet.shown(note.id), ['a text'])
    assert.deepEqual(await remains(app, [mail]), [])
  })
})
