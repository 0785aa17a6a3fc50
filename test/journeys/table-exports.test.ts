import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { unzip } from '../kit/unzip.ts'
import { contents, download, importFile } from './support/imports.ts'
import { computeCells, emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('exports', () => {
  const app = appOfSuite()

  const textOf = async (sheet: SheetClient, query = '') => {
    const answer = await download(sheet, app.baseUrl, app.key, query)
    assert.equal(answer.status, 200)
    return answer.text()
  }
  const bytesOf = async (sheet: SheetClient, query: string) =>
    Buffer.from(await (await download(sheet, app.baseUrl, app.key, query)).arrayBuffer())

  /** Texts, other values, a computed column, and a mirror of it. */
  const mixedSheet = async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text, "quoted"')
    const value = await sheet.column('value')
    await sheet.add([
      { [text.id]: '=1+1', [value.id]: { a: [1, null] } },
      { [text.id]: 'two\nlines', [value.id]: 1.5 },
      { [value.id]: true },
      { [text.id]: '', [value.id]: '-5' },
    ])
    const count = await sheet.column('count', 'COUNT', { source: 'value', type: 'chars' })
    await computeCells(app.context, sheet, count.id, (row) => row * 2)
    const shown = await sheet.column('shown', 'COMPOSITION', { source: 'count' })
    return { sheet, text, value, count, shown }
  }

  it('have only rows that match the filters; an invalid filter is refused with its field', async () => {
    const { sheet, value, count } = await mixedSheet()
    const address = (filters: unknown) =>
      `?filters=${encodeURIComponent(typeof filters === 'string' ? filters : JSON.stringify(filters))}`
    const lines = async (filters: unknown, more = '') =>
      (await textOf(sheet, `${address(filters)}${more}`)).split('\r\n').slice(1, -1)
    const above = { column_id: count.id, operator: 'above', value: '1' }
    assert.deepEqual(await lines([above], `&column_ids=${value.id}&column_ids=${count.id}`), [
      '1.5,2',
      'true,4',
      '-5,6',
    ])
    const few = [above, { column_id: value.id, operator: 'is', value: 'true' }]
    assert.deepEqual(await lines(few), [',true,4,4'])
    assert.deepEqual(await lines([{ ...above, value: '100' }]), [])
    const some = await (await download(sheet, app.baseUrl, app.key, `${address(few)}&format=jsonl`)).text()
    assert.equal(some.trim().split('\n').length, 1)
    for (const wrong of [
      '{',
      '{}',
      [{ ...above, column_id: randomUUID() }],
      [{ ...above, operator: 'like' }],
    ]) {
      const answer = await download(sheet, app.baseUrl, app.key, address(wrong))
      assert.equal(answer.status, 422, JSON.stringify(wrong))
      assert.match(await answer.text(), /"query","filters"/)
    }
  })

  it('as CSV have quotes, escaped formulas and values of compositions', async () => {
    const { sheet, text, shown } = await mixedSheet()
    assert.equal(
      await textOf(sheet),
      [
        '"text, ""quoted""",value,count,shown',
        `'=1+1,"{""a"":[1,null]}",0,0`,
        '"two\nlines",1.5,2,2',
        ',true,4,4',
        '"",-5,6,6',
        '',
      ].join('\r\n'),
    )
    const some = await textOf(sheet, `?escape_formulas=false&column_ids=${shown.id}&column_ids=${text.id}`)
    assert.match(some, /^"text, ""quoted""",shown\r\n=1\+1,0\r\n/)
    bodyOf(await sheet.api.patch(`/api/public/v2/tables/${sheet.table}`, { title: 'Cases of May' }))
    const answer = await download(sheet, app.baseUrl, app.key)
    assert.deepEqual(
      [answer.headers.get('content-type'), answer.headers.get('content-disposition')],
      ['text/csv; charset=utf-8', 'attachment; filename="Cases-of-May-Sheet-1.csv"'],
    )
    await answer.body!.cancel()
    // Sheets made from files have such names.
    await sheet.api.patch(sheet.path, { title: 'cases.CSV' })
    const renamed = await download(sheet, app.baseUrl, app.key, '?format=jsonl')
    assert.equal(
      renamed.headers.get('content-disposition'),
      'attachment; filename="Cases-of-May-cases.jsonl"',
    )
    await renamed.body!.cancel()
  })

  it('as JSON lines can be imported again', async () => {
    const { sheet } = await mixedSheet()
    const text = await textOf(sheet, '?format=jsonl')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(lines[0], { 'text, "quoted"': '=1+1', value: { a: [1, null] }, count: 0, shown: 0 })
    assert.deepEqual(lines[2], { 'text, "quoted"': null, value: true, count: 4, shown: 4 })
    assert.deepEqual(await contents(await importFile(app.api, text, 'a.jsonl')), await contents(sheet))
  })

  it('as a workbook have cells of text, numbers and booleans', async () => {
    const { sheet, text } = await mixedSheet()
    await sheet.add([{ [text.id]: `<&>"\u0001_x0041_${'y'.repeat(40_000)}` }])
    const files = await unzip(await bytesOf(sheet, '?format=xlsx'))
    assert.deepEqual(Object.keys(files).sort(), [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const xml = files['xl/worksheets/sheet1.xml']!
    assert.match(xml, /<row><c t="inlineStr" s="1"><is><t xml:space="preserve">text, &quot;quoted&quot;<\/t>/)
    assert.match(xml, /<t xml:space="preserve">=1\+1<\/t>.*<c><v>0<\/v><\/c>/)
    assert.match(xml, /<c\/><c t="b"><v>1<\/v><\/c><c><v>4<\/v><\/c>/)
    assert.ok(/&lt;&amp;&gt;&quot;_x0001__x005F_x0041_y+ … \(40012 characters\)/.test(xml))
    assert.match(files['xl/workbook.xml']!, /sheet name="Sheet 1"/)
    const title = `'${'x'.repeat(29)}', and more`
    bodyOf(await sheet.api.patch(sheet.path, { title }))
    const renamed = await unzip(await bytesOf(sheet, '?format=xlsx'))
    assert.match(
      renamed['xl/workbook.xml']!,
      /sheet name="x{29}"/,
      'no apostrophe at an end, also of a cut name',
    )
  })

  const rowsOfParquet = async (sheet: SheetClient, query = '') => {
    const bytes = await bytesOf(sheet, `?format=parquet${query}`)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    return { rows: await parquetReadObjects({ file }), schema: parquetMetadata(file).schema.slice(1) }
  }

  it('as Parquet have texts and integers', async () => {
    const { sheet } = await mixedSheet()
    const { rows } = await rowsOfParquet(sheet)
    assert.deepEqual(rows[0], { 'text, "quoted"': '=1+1', value: '{"a":[1,null]}', count: 0n, shown: 0n })
    assert.deepEqual(rows[3], { 'text, "quoted"': '', value: '-5', count: 6n, shown: 6n })
    assert.equal(rows.length, 4)
  })

  it('as Parquet have the common type of the values of each column; large ids and mixed columns are texts', async () => {
    const sheet = await emptySheet(app.api)
    const columns: Record<string, readonly [unknown, unknown, unknown]> = {
      integer: [1, null, -9_007_199_254_740_991],
      number: [0.1, 2, 1e300],
      truth: [true, null, false],
      day: ['1969-12-31', null, '2026-11-21'],
      moment: ['2026-11-21T23:05:00Z', null, '1969-12-31T23:59:59.25+00:00'],
      elsewhere: ['2026-11-21T23:05:00+01:00', null, '2026-11-21T23:05:00Z'],
      digits: ['1', '02', '3'],
      either: [1, true, 'x'],
      nothing: [null, null, null],
    }
    const ids = new Map<string, string>()
    for (const title of Object.keys(columns)) ids.set(title, (await sheet.column(title)).id)
    const row = (at: 0 | 1 | 2) =>
      Object.fromEntries(Object.entries(columns).map(([title, values]) => [ids.get(title)!, values[at]]))
    await sheet.add([row(0), row(1), row(2)])
    const same = await sheet.column('same', 'COMPARE', { sources: ['digits', 'either'] })
    await computeCells(app.context, sheet, same.id, (at) => ({ comparison_result: at === 1, diff: [] }))
    const counted = await sheet.column('id', 'COUNT', { source: 'digits', type: 'chars' })
    await computeCells(app.context, sheet, counted.id, (at) => (at === 2 ? 12_345_678_901_234_567_000 : at))
    const { rows, schema } = await rowsOfParquet(sheet)
    assert.deepEqual(
      schema.map(({ name, type, converted_type }) => [name, type, converted_type]),
      [
        ['integer', 'INT64', undefined],
        ['number', 'DOUBLE', undefined],
        ['truth', 'BOOLEAN', undefined],
        ['day', 'INT32', 'DATE'],
        ['moment', 'INT64', 'TIMESTAMP_MICROS'],
        ['elsewhere', 'BYTE_ARRAY', 'UTF8'],
        ['digits', 'BYTE_ARRAY', 'UTF8'],
        ['either', 'BYTE_ARRAY', 'UTF8'],
        ['nothing', 'BYTE_ARRAY', 'UTF8'],
        ['same', 'BOOLEAN', undefined],
        ['id', 'BYTE_ARRAY', 'UTF8'],
      ],
    )
    assert.deepEqual(Object.values(rows[0]!), [
      ...[1n, 0.1, true, new Date('1969-12-31'), new Date('2026-11-21T23:05:00Z')],
      ...['2026-11-21T23:05:00+01:00', '1', '1', null, false, '0'],
    ])
    assert.deepEqual(Object.values(rows[1]!), [
      ...[null, 2, null, null, null, null],
      ...['02', 'true', null, true, '1'],
    ])
    assert.deepEqual(Object.values(rows[2]!), [
      ...[-9_007_199_254_740_991n, 1e300, false, new Date('2026-11-21')],
      ...[
        new Date('1969-12-31T23:59:59.250Z'),
        '2026-11-21T23:05:00Z',
        '3',
        'x',
        null,
        false,
        '12345678901234567000',
      ],
    ])
    const files = await unzip(await bytesOf(sheet, '?format=xlsx'))
    const xml = files['xl/worksheets/sheet1.xml']!
    assert.match(xml, /<t xml:space="preserve">-9007199254740991<\/t>/)
    assert.match(xml, /<t xml:space="preserve">12345678901234567000<\/t>/)
    assert.match(xml, /<c><v>1e\+300<\/v><\/c>/)
    assert.match(xml, /<c t="b"><v>0<\/v><\/c><c t="inlineStr">/)
  })

  it('include cost and time on request', async () => {
    const sheet = await emptySheet(app.api)
    await sheet.column('text')
    await sheet.add([{}])
    const config = {
      inline_template: {
        inline: true,
        prompt_template: { type: 'completion', content: [{ type: 'text', text: 'x' }] },
      },
    }
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', {
      ...config,
      prompt_template_variable_mappings: {},
    })
    await computeCells(app.context, sheet, answer.id, () => 'y')
    assert.equal(
      await textOf(sheet, '?include_system_columns=true'),
      'text,answer,answer.price,answer.latency\r\n,y,0.25,100\r\n',
    )
  })

  it('of an empty sheet are empty files, and unknown columns or formats are refused', async () => {
    const sheet = await emptySheet(app.api)
    assert.equal(await textOf(sheet), '')
    assert.equal(await textOf(sheet, '?format=jsonl'), '')
    assert.ok((await bytesOf(sheet, '?format=xlsx')).length > 0)
    assert.ok((await bytesOf(sheet, '?format=parquet')).length > 0)
    await sheet.column('a')
    await sheet.column('a')
    assert.equal(await textOf(sheet), 'a,a 2\r\n')
    const refusal = await app.api.get(`${sheet.path}/export?column_ids=${randomUUID()}`)
    refused(refusal, 400, 'bad_request')
    assert.equal((await app.api.get(`${sheet.path}/export?format=pdf`)).status, 422)
    const { api } = await app.newWorkspace()
    assert.equal((await api.get(`${sheet.path}/export`)).status, 404)
  })

  it('have the rows of one version, despite changes during the download', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index},row ${index} ${'x'.repeat(200)}`)
    const sheet = await importFile(app.api, `n,text\n${rows.join('\n')}\n`)
    const [n] = await sheet.columns()
    const before = await textOf(sheet)
    assert.equal(before.split('\r\n').length, rows.length + 2)
    const answer = await download(sheet, app.baseUrl, app.key)
    const reader = answer.body!.getReader()
    const first = await reader.read()
    for (const index of [0, 29_998]) {
      const { data } = bodyOf(await app.api.get(`${sheet.path}/rows?start_row_index=${index}&limit=1`))
      bodyOf(await app.api.patch(`${sheet.path}/cells/${data[0].cells[n.id].id}`, { value: 'changed' }))
    }
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [10, 29_990] }))
    bodyOf(await app.api.post(`${sheet.path}/rows/move`, { row_indices: [29_000], to_index: 0 }))
    await sheet.add([{ [n.id]: 'added' }])
    bodyOf(await app.api.delete(`${sheet.path}/columns/${n.id}`))
    const parts = [Buffer.from(first.value!)]
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parts.push(Buffer.from(part.value))
    assert.ok(
      Buffer.concat(parts).toString('utf8') === before,
      'the export differs from the sheet before the changes',
    )
    assert.notEqual(await textOf(sheet), before)
  })

  it('end when the client disconnects, and the server still answers', async () => {
    const wide = 'y'.repeat(1000)
    const sheet = await importFile(app.api, `a\n${Array.from({ length: 8_000 }, () => wide).join('\n')}\n`)
    for (const format of ['csv', 'jsonl', 'xlsx', 'parquet']) {
      const answer = await download(sheet, app.baseUrl, app.key, `?format=${format}`)
      await answer.body!.cancel()
    }
    await sleep(50)
    assert.equal((await textOf(sheet)).length, 8_000 * 1002 + 3)
  })

  it('quote titles that contain the separator', async () => {
    for (const title of ['a;b', 'a\tb', 'sep=;']) {
      const sheet = await importFile(
        app.api,
        JSON.stringify([{ [title]: '1;2' }, { [title]: 'x\ty' }]),
        'a.json',
      )
      const text = await textOf(sheet)
      assert.equal(text, `"${title}"\r\n1;2\r\nx\ty\r\n`)
      assert.deepEqual(await contents(await importFile(app.api, text)), [[title], ['1;2'], ['x\ty']])
    }
  })

  it('preserve every value in a later import', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'"\',\r\n=+-@\t ;aé👋\u0000\uFEFF') }),
      fc.constantFrom('', '-5', '=1', "'=1", "''", 'null', '\ufeff'),
    )
    const cell = fc.option(text, { freq: 4 })
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.record({
        titles: fc.uniqueArray(
          text.filter((one) => one !== '' && !one.includes('\u0000')),
          { minLength: width, maxLength: width },
        ),
        // A missing value in the only column becomes an empty text, because a blank line would be no row.
        rows: fc.array(fc.array(width === 1 ? text : cell, { minLength: width, maxLength: width }), {
          maxLength: 5,
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(table, async ({ titles, rows }) => {
        const sheet = await emptySheet(app.api)
        const columns: { id: string }[] = []
        for (const title of titles) columns.push(await sheet.column(title))
        if (rows.length > 0)
          await sheet.add(
            rows.map((row) =>
              Object.fromEntries(row.map((value, position) => [columns[position]!.id, value])),
            ),
          )
        const before = await contents(sheet)
        for (const query of ['', '?escape_formulas=false'] as const) {
          const file = await textOf(sheet, query)
          // Without the apostrophes, a text that has an apostrophe before a formula loses it in the import.
          if (query !== '' && /'[=+\-@\t\r\n]/.test(JSON.stringify(before).replaceAll(/\\[tnr]/g, '=')))
            continue
          assert.deepEqual(await contents(await importFile(app.api, file)), before)
        }
      }),
      { numRuns: 25 },
    )
  })
})
