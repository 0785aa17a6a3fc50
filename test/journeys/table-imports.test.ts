import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  contents,
  download,
  emptyTable,
  fileOf,
  finishedImport,
  importFile,
  operation,
  sheetFrom,
} from './support/imports.ts'
import { emptySheet, refused, SheetClient, tablesPath } from './support/tables.ts'

describe('imports of files', () => {
  const app = appOfSuite()

  const importInto = (sheet: SheetClient, content: string | Buffer, more: object = {}) =>
    app.api.post(`${sheet.path}/imports/file`, { ...fileOf(content), ...more })
  /**
   * Returns the reason why a file made no sheet: the server refuses the file at once, or its operation fails.
   */
  const failure = async (content: string | Buffer, fileName = 'data.csv') => {
    const table = await emptyTable(app.api)
    const started = await sheetFrom(app.api, table, { type: 'file', ...fileOf(content, fileName) })
    if (started.status !== 202) {
      assert.equal(started.status, 400, JSON.stringify(started.body))
      return started.body.message as string
    }
    const { status, error_message, rows_added } = await finishedImport(app.api, table, started)
    assert.deepEqual([status, rows_added], ['failed', 0])
    assert.deepEqual(bodyOf(await app.api.get(`${tablesPath}/${table}/sheets`)).data, [])
    return error_message as string
  }

  it('create a sheet from CSV: quotes, line ends, a byte order mark, blank lines, missing values', async () => {
    const sheet = await importFile(
      app.api,
      '\uFEFFq,"a ""b""",q,,  c \r\n1,"x\r\ny, z",é,👋,\n\n\r\n"",,\'=1, d ,\'\'@\r',
      'Fälle.csv',
    )
    assert.deepEqual(await contents(sheet), [
      ['q', 'a "b"', 'q 2', 'Column 4', '  c '],
      ['1', 'x\r\ny, z', 'é', '👋', null],
      ['', null, '=1', ' d ', "'@"],
    ])
    const { title, row_count } = await sheet.read()
    assert.deepEqual([title, row_count], ['Fälle.csv', 2])
  })

  it('are refused as forms, with the field that takes the file', async () => {
    const sheet = await emptySheet(app.api)
    const send = async (bytes: number) => {
      const form = new FormData()
      form.append('file', new Blob([Buffer.alloc(bytes, 'a')]), 'data.csv')
      const response = await fetch(`${app.baseUrl}${sheet.path}/imports/file`, {
        method: 'POST',
        headers: { 'X-API-KEY': app.key },
        body: form,
      })
      const { message } = (await response.json()) as { message: string }
      return [response.status, message]
    }
    assert.deepEqual(await send(10), [422, 'body: the body is a form; send JSON'])
    assert.deepEqual(await send(5_000_000), [
      413,
      'The JSON may have at most 4194304 bytes beside the file, which must be base64 in file_content_base64.',
    ])
  })

  it('split values at semicolons or tabs if the header has no comma', async () => {
    for (const [content, expected] of [
      [
        '\uFEFFname;price;"a,b"\r\nx;2,5;"c;d"\r\n',
        [
          ['name', 'price', 'a,b'],
          ['x', '2,5', 'c;d'],
        ],
      ],
      [
        'name\tnote\nx\tone, two; three\n',
        [
          ['name', 'note'],
          ['x', 'one, two; three'],
        ],
      ],
      [
        'name,"n;o;t;e"\nx,"1;2"\n',
        [
          ['name', 'n;o;t;e'],
          ['x', '1;2'],
        ],
      ],
    ] as const)
      assert.deepEqual(await contents(await importFile(app.api, content)), expected)
  })

  it('show the columns at once, the progress of the operation, and the same operation for a repeated request', async () => {
    const table = await emptyTable(app.api)
    const source = { type: 'file', ...fileOf('input\n') }
    const more = { operation_id: 'first/import', title: 'Cases', index: 0 }
    const started = await sheetFrom(app.api, table, source, more)
    const { sheet, operation: begun, operation_id } = bodyOf(started, 202)
    assert.deepEqual(
      [sheet.title, sheet.row_count, begun.source, operation_id],
      ['Cases', 0, 'file', 'first/import'],
    )
    const client = new SheetClient(app.api, table, sheet.id)
    assert.deepEqual(
      (await client.columns()).map(({ title }: { title: string }) => title),
      ['input'],
    )
    const finished = await finishedImport(app.api, table, started)
    assert.deepEqual(
      [
        finished.status,
        finished.progress,
        finished.rows_added,
        finished.row_count,
        finished.file_name,
        finished.error_message,
      ],
      ['completed', 100, 0, 0, 'data.csv', null],
    )
    const again = bodyOf(await sheetFrom(app.api, table, source, more), 202)
    assert.deepEqual([again.sheet.id, again.operation.status], [sheet.id, 'completed'])
    refused(await sheetFrom(app.api, table, source, { ...more, title: 'Others' }), 400, 'bad_request')
    refused(await app.api.post(`${tablesPath}/${table}/sheets`, { operation_id: 'x' }), 400, 'bad_request')
    const stranger = await app.newWorkspace()
    assert.equal(
      (await stranger.api.get(`${tablesPath}/${table}/sheets/operations/first%2Fimport`)).status,
      404,
    )
  })

  it('report the error in a file with its position, and leave no rows', async () => {
    const long = 'x'.repeat(256)
    for (const [content, message] of [
      ['a,b\n1,2\n\n1,2,3\n', /Line 4: it has 3 values, but the header has 2 titles/],
      ['a,b\n1\n2,3\n', /Line 2: it has 1 values, but the header has 2 titles/],
      ['a,b\n1\n', /Line 2: it has 1 values/],
      ['a\n"1', /quote is opened and never closed/],
      ['a\nx"y"\n', /quote stands within/],
      ['a\n"x"y\n', /follows a closing quote/],
      ['\n\r\n', /empty/],
      [`a,${long}\n`, /Column 2: its title has more than 255/],
      ['a\u0000\n', /without NUL/],
      [Array.from({ length: 1000 }, (_, index) => `c${index}`).join(), /1000 columns/],
      [Buffer.from([0x61, 0x0a, 0xff, 0x0a]), /UTF-8/],
      [Buffer.from('a,b\n1,2', 'utf16le'), /UTF-8|without NUL/],
      [Buffer.from('a\nä').subarray(0, 3), /UTF-8/],
      [`a\n"${'x'.repeat(10 * 1024 * 1024 + 10)}"`, /more than 10485760 bytes/],
    ] as const)
      assert.match(await failure(content), message)
  })

  it('create a sheet from JSON: a list or a sequence of objects, values of any kind', async () => {
    const objects = [
      { a: 1, b: { c: ['x'] } },
      { b: null, 'd e': true },
      { a: 'text\u0000', __proto__x: 1 },
    ]
    const expected = [
      ['a', 'b', 'd e', '__proto__x'],
      [1, { c: ['x'] }, null, null],
      [null, null, true, null],
      ['text\u0000', null, null, 1],
    ]
    for (const [content, name] of [
      [JSON.stringify(objects), 'a.json'],
      [`\uFEFF ${JSON.stringify(objects, null, 2)} \n`, 'a.JSON'],
      [objects.map((object) => JSON.stringify(object)).join('\n'), 'a.jsonl'],
    ] as const)
      assert.deepEqual(await contents(await importFile(app.api, content, name)), expected)
    assert.deepEqual(await contents(await importFile(app.api, '[]', 'a.json')), [[]])
    const big = await importFile(
      app.api,
      '[{"n": 12345678901234567890, "__proto__": 1}, {"n": 1234567890123456789.5}, {"n": 0.30000000000000004}]',
      'a.json',
    )
    const [{ id: n }] = await big.columns()
    assert.deepEqual(await big.shown(n), [
      '12345678901234567890',
      '1234567890123456789.5',
      '0.30000000000000004',
    ])
    assert.deepEqual(
      (await contents(big)).map(([, other]) => other),
      ['__proto__', 1, null, null],
    )
  })

  it('create columns in the order of the keys, also of numeric keys, and name an empty key by its position', async () => {
    const years = await importFile(app.api, '[{"b":1,"2":2,"1":{"0":3}},{"2024":4,"b":5,"2023":6}]', 'a.json')
    assert.deepEqual(await contents(years), [
      ['b', '2', '1', '2024', '2023'],
      [1, 2, { 0: 3 }, null, null],
      [5, null, null, 4, 6],
    ])
    const nameless = await importFile(app.api, '[{"a":1,"":2},{"Column 2":3,"":4}]', 'a.json')
    assert.deepEqual(await contents(nameless), [
      ['a', 'Column 2', 'Column 2 2'],
      [1, 2, null],
      [null, 4, 3],
    ])
  })

  it('report the error in JSON', async () => {
    for (const [content, message] of [
      ['{"a": 1} x', /Object 1 is not followed/],
      ['[{"a": 1}', /no end/],
      ['[{"a": 1},]', /Object 1 is not followed|no object/],
      ['[{"a": 1} {"a": 2}]', /Object 1 is not followed/],
      ['[1]', /list of JSON objects/],
      ['"x"', /list of JSON objects/],
      ['[{"a": 1}] []', /after the end of the list/],
      ['[{"a": 1}, {"a": nope}]', /Object 2: it is not JSON/],
      ['[{"a": "', /ends within object 1/],
      [' ', /empty/],
      [`[{"a": ${'['.repeat(200)}${']'.repeat(200)}}]`, /Object 1: .*deep/],
      [`[{"${'k'.repeat(256)}": 1}]`, /255/],
    ] as const)
      assert.match(await failure(content, 'data.json'), message, content.slice(0, 50))
  })

  it('append to the text columns of a sheet by title, and create the others; computed cells become stale', async () => {
    const sheet = await emptySheet(app.api)
    const a = await sheet.column('a')
    const length = await sheet.column('length', 'COUNT', { source: 'a', type: 'chars' })
    await sheet.add([{ [a.id]: 'old' }])
    const finished = await finishedImport(
      app.api,
      sheet.table,
      await importInto(sheet, 'b,a\n1,one\n2,two\n'),
    )
    assert.deepEqual([finished.status, finished.rows_added, finished.row_count], ['completed', 2, 3])
    assert.deepEqual(await contents(sheet), [
      ['a', 'length', 'b'],
      ['old', null, null],
      ['one', null, '1'],
      ['two', null, '2'],
    ])
    assert.equal((await sheet.cell(2, length.id)).status, 'STALE')
    assert.match(refused(await importInto(sheet, 'length\n1\n'), 400, 'bad_request'), /COUNT/)
    await sheet.column('twice')
    await sheet.column('twice')
    assert.match(refused(await importInto(sheet, 'twice\n1\n'), 400, 'bad_request'), /2 text columns/)
    const failed = await finishedImport(app.api, sheet.table, await importInto(sheet, 'a,new\n1,2\n3\n'))
    assert.match(failed.error_message, /Line 3/)
    assert.deepEqual([(await sheet.read()).row_count, (await sheet.columns()).length], [3, 5])
    const { data } = bodyOf(await app.api.get(`${sheet.path}/versions`))
    const byImport = data.find(
      ({ metadata }: { metadata: { reason: string } }) => metadata.reason === 'imported',
    )
    const byColumn = data.find(
      ({ metadata }: { metadata: { reason: string } }) => metadata.reason !== 'imported',
    )
    assert.ok(byImport.created_by)
    assert.equal(byImport.created_by, byColumn.created_by)
  })

  it('give a sheet the columns of a file that has no rows', async () => {
    const sheet = await emptySheet(app.api)
    await sheet.column('a')
    const finished = await finishedImport(app.api, sheet.table, await importInto(sheet, 'b,a,c\n'))
    assert.deepEqual([finished.status, finished.rows_added], ['completed', 0])
    assert.deepEqual(await contents(sheet), [['a', 'b', 'c']])
  })

  it('continue in renamed columns, and in new columns if the columns were deleted', async () => {
    const sheet = await emptySheet(app.api)
    const [kept, dropped] = [await sheet.column('kept'), await sheet.column('dropped')]
    const rows = 60_000
    const lines = Array.from({ length: rows }, (_, index) => `${index},${index}`)
    const started = await importInto(sheet, `kept,dropped\n${lines.join('\n')}\n`, {
      operation_id: 'renamed',
    })
    bodyOf(started, 202)
    while ((await operation(app.api, sheet.table, 'renamed')).rows_added === 0);
    bodyOf(await app.api.patch(`${sheet.path}/columns/${kept.id}`, { title: 'dropped' }))
    // A new column with the first column's old title does not receive the values of the deleted column.
    await sheet.column('kept')
    bodyOf(await app.api.delete(`${sheet.path}/columns/${dropped.id}`))
    assert.equal((await finishedImport(app.api, sheet.table, started)).status, 'completed')
    const columns = await sheet.columns()
    assert.deepEqual(
      columns.map(({ title }: { title: string }) => title),
      ['dropped', 'kept', 'dropped'],
    )
    const response = await download(sheet, app.baseUrl, app.key, '?format=csv')
    const [, ...found] = (await response.text()).trimEnd().split('\r\n')
    assert.equal(found.length, rows)
    assert.ok(found.every((line, index) => line.startsWith(`${index},,`)))
    assert.equal(found.at(-1), `${rows - 1},,${rows - 1}`)
  })

  it('are refused if the request is invalid, and the file is deleted', async () => {
    const sheet = await emptySheet(app.api)
    const post = (body: object) => app.api.post(`${sheet.path}/imports/file`, body)
    refused(await post(fileOf('a', 'a.json')), 400, 'bad_request')
    for (const wrong of ['', ' ', '!', 'Y', 5, null, 'YQ==YQ==', 'Y=Q='])
      assert.equal(
        (await post({ file_name: 'a.csv', file_content_base64: wrong })).status,
        422,
        String(wrong),
      )
    const twice = `{"file_name":"a.csv","file_content_base64":"YQ==","file_content_base64":"YQ=="}`
    assert.equal((await post(twice as unknown as object)).status, 422)
    assert.equal(
      (
        await app.api.post(`${tablesPath}/${randomUUID()}/sheets`, {
          source: { type: 'file', ...fileOf('a') },
        })
      ).status,
      404,
    )
    assert.equal((await post({ ...fileOf('a'), file_name: 'x'.repeat(256) })).status, 422)
    const left = () => app.context.store.db.selectFrom('uploads').select('id').where('kept', '=', 0).execute()
    // The file is deleted after the answer.
    while ((await left()).length > 0) await sleep(20)
  })

  it('accept base64 with line breaks, with escaped characters, and in the URL alphabet', async () => {
    const sheet = await emptySheet(app.api)
    const text = `a\n${'?>~ü'.repeat(200)}\n`
    const plain = Buffer.from(text).toString('base64')
    const spellings = [
      plain.replace(/.{76}/g, '$&\\r\\n'),
      plain.replaceAll('/', '\\/'),
      plain.replaceAll('+', '\\u002b'),
      Buffer.from(text).toString('base64url'),
    ]
    for (const spelling of spellings) {
      const body = `{"file_content_base64": "${spelling}", "file_name": "a.csv"}`
      assert.equal(
        (await finishedImport(app.api, sheet.table, await app.api.post(`${sheet.path}/imports/file`, body)))
          .status,
        'completed',
      )
    }
    const [, ...rows] = await contents(sheet)
    assert.deepEqual(
      rows,
      spellings.map(() => ['?>~ü'.repeat(200)]),
    )
  })

  it('report that the server reads their source as soon as it begins', async () => {
    const sheet = await emptySheet(app.api)
    const content = `a\n${Array.from({ length: 8_000 }, () => 'x'.repeat(1_000)).join('\n')}\n`
    bodyOf(await importInto(sheet, content, { operation_id: 'large' }), 202)
    let operationState = await operation(app.api, sheet.table, 'large')
    while (operationState.status === 'pending')
      operationState = await operation(app.api, sheet.table, 'large')
    assert.deepEqual(
      [operationState.status, operationState.progress, operationState.message],
      ['running', 0, 'The source is being read.'],
    )
    bodyOf(await app.api.delete(`${tablesPath}/${sheet.table}/sheets/operations/large`))
  })

  it('are deleted with their table', async () => {
    const sheet = await emptySheet(app.api)
    const finished = await finishedImport(app.api, sheet.table, await importInto(sheet, 'a\n1\n'))
    const path = `${tablesPath}/${sheet.table}/sheets/operations/${finished.operation_id}`
    bodyOf(await app.api.delete(`${tablesPath}/${sheet.table}`))
    refused(await app.api.get(path), 404, 'not_found')
    refused(await app.api.delete(path), 404, 'not_found')
  })

  it('run one at a time in a sheet, and their rows stay when they are cancelled', async () => {
    const sheet = await emptySheet(app.api)
    const rows = 60_000
    const content = `a\n${Array.from({ length: rows }, (_, index) => `row ${index}`).join('\n')}\n`
    const started = await importInto(sheet, content, { operation_id: 'long' })
    bodyOf(started, 202)
    assert.match(refused(await importInto(sheet, 'a\n1\n'), 400, 'bad_request'), /"long".*under way/)
    while ((await operation(app.api, sheet.table, 'long')).rows_added === 0);
    const path = `${tablesPath}/${sheet.table}/sheets/operations/long`
    const cancelled = bodyOf(await app.api.delete(path)).operation
    assert.equal(cancelled.status, 'failed')
    assert.match(cancelled.error_message, /cancelled/)
    const { row_count } = await sheet.read()
    assert.ok(row_count > 0 && row_count < rows)
    assert.equal(cancelled.rows_added, row_count)
    assert.equal(
      (await finishedImport(app.api, sheet.table, await importInto(sheet, 'a\nlast\n'))).row_count,
      row_count + 1,
    )
    assert.deepEqual(
      bodyOf(await app.api.delete(path)).operation,
      await operation(app.api, sheet.table, 'long'),
    )
    assert.deepEqual(await app.context.store.db.selectFrom('upload_pieces').select('number').execute(), [])
  })

  it('stop when a version is restored, which does not have their rows', async () => {
    const { api, context } = app
    const sheet = await emptySheet(api)
    await sheet.column('a')
    const { version } = bodyOf(await api.post(`${sheet.path}/versions`, { name: 'empty' }), 201)
    const content = `a\n${Array.from({ length: 60_000 }, (_, index) => `row ${index}`).join('\n')}\n`
    bodyOf(await importInto(sheet, content, { operation_id: 'restored' }), 202)
    while ((await operation(api, sheet.table, 'restored')).rows_added === 0);
    bodyOf(await api.post(`${sheet.path}/versions`, { source_version_id: version.id }), 201)
    const stopped = await operation(api, sheet.table, 'restored')
    assert.deepEqual([stopped.status, stopped.row_count], ['failed', 0])
    assert.match(stopped.error_message, /restored/)
    const last = await finishedImport(api, sheet.table, await importInto(sheet, 'a\nlast\n'))
    assert.deepEqual([last.row_count, await contents(sheet)], [1, [['a'], ['last']]])
    assert.deepEqual(await context.store.db.selectFrom('upload_pieces').select('number').execute(), [])
  })
})
