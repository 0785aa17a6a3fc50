import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { unzip } from '../kit/unzip.ts'
import { download, importFile } from './support/imports.ts'
import { recalculate } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

const id = '9007199254740993'
const decimal = '0.1000000000000000055511151231257827'
const json = `{"id":${id},"d":${decimal}}`

describe('numbers that a double would change', () => {
  const app = appOfSuite()

  /** The body as text, because parsing into doubles would hide changed digits. */
  const text = async (path: string, init: RequestInit = {}) => {
    const headers = { 'X-API-KEY': app.key, 'Content-Type': 'application/json' }
    const answer = await fetch(app.baseUrl + path, { ...init, headers })
    assert.ok(answer.ok, `${answer.status}`)
    return answer.text()
  }
  const exported = async (sheet: SheetClient, format: string) =>
    Buffer.from(await (await download(sheet, app.baseUrl, app.key, `?format=${format}`)).arrayBuffer())
  const shown = async (sheet: SheetClient, column: { id: string }) => (await sheet.shown(column.id))[0]

  it('pass an import, columns and exports with all digits', async () => {
    const sheet = await importFile(
      app.api,
      `{"a":${json},"n":${id},"b":{"id":9007199254740992,"d":0.1}}\n`,
      'rows.jsonl',
    )
    const column = (title: string, type: string, config: object) =>
      sheet.column(title, type, config, { queue_cells: false })
    const asJson = { comparison_type: { type: 'JSON' } }
    const [equal, other, idPath, largest, coded] = [
      await column('equal', 'COMPARE', { sources: ['a'], target: json, ...asJson }),
      await column('other', 'COMPARE', { sources: ['a', 'b'], ...asJson }),
      await column('found', 'JSON_PATH', { source: 'a', json_path: '$.id' }),
      await column('largest', 'MIN_MAX', { sources: ['n', 'found'], type: 'max' }),
      await column('coded', 'CODE_EXECUTION', {
        code: 'return { a: data.a, next: data.n + 2n }',
        language: 'JAVASCRIPT',
      }),
    ]
    const again = await column('again', 'JSON_PATH', { source: 'coded', json_path: '$.next' })
    await recalculate(sheet)
    assert.deepEqual(
      await Promise.all([equal, other, idPath, largest, coded, again].map((one) => shown(sheet, one))),
      ['true', 'false', id, id, `{"a":${json},"next":9007199254740995}`, '9007199254740995'],
    )
    const page = await text(`${sheet.path}/rows`)
    assert.ok(page.includes(`{"value":${json}}`) && page.includes(`{"value":${id}}`))

    const jsonl = (await exported(sheet, 'jsonl')).toString()
    assert.ok(jsonl.startsWith(`{"a":${json},"n":${id},`), jsonl)
    const csv = (await exported(sheet, 'csv')).toString()
    assert.ok(csv.includes(`"${json.replaceAll('"', '""')}",${id},`), csv)
    const xml = (await unzip(await exported(sheet, 'xlsx')))['xl/worksheets/sheet1.xml']!
    assert.ok(xml.includes(`<t xml:space="preserve">${id}</t>`) && !xml.includes('9007199254740994'))
    const parquet = await exported(sheet, 'parquet')
    const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length)
    const [row] = await parquetReadObjects({ file: file as ArrayBuffer })
    assert.deepEqual([row!['a'], row!['n'], row!['found']], [json, id, id])
  })

  it('are written, read, edited and compared through the API', async () => {
    const sheet = await emptySheet(app.api)
    const a = await sheet.column('a')
    const constant = JSON.parse(
      await text(`${sheet.path}/columns`, {
        method: 'POST',
        body: `{"title":"c","type":"VARIABLE","config":{"value":{"type":"json","value":${json}}},"queue_cells":false}`,
      }),
    ).column
    assert.ok((await text(`${sheet.path}/columns`)).includes(`"value":${json}`))
    const added = await text(`${sheet.path}/rows`, {
      method: 'POST',
      body: `{"values":[{"${a.id}":${json}}]}`,
    })
    assert.ok(added.includes(`"value":{"value":${json}}`))
    const equal = await sheet.column('equal', 'COMPARE', {
      sources: ['a', 'c'],
      comparison_type: { type: 'JSON' },
    })
    await recalculate(sheet)
    assert.deepEqual([await shown(sheet, constant), await shown(sheet, equal)], [json, 'true'])

    const cell = `${sheet.path}/cells/${(await sheet.cell(0, a.id)).id}`
    const written = await text(cell, { method: 'PATCH', body: `{"value":{"id":${id.replace('3', '1')}7}}` })
    assert.ok(written.includes(`"value":{"value":{"id":${id.replace('3', '1')}7}}`))
    assert.ok((await text(cell)).includes(`{"id":${id.replace('3', '1')}7}`))
    await recalculate(sheet)
    assert.equal(await shown(sheet, equal), 'false')
  })

  it('reach a prompt in its variables', async () => {
    const template = {
      type: 'chat',
      messages: [
        { role: 'user', template_format: 'jinja2', content: [{ type: 'text', text: '{{ v }} {{ v.id }}' }] },
      ],
    }
    const prompt_version = { prompt_template: template }
    const name = 'exact numbers'
    bodyOf(
      await app.api.post('/rest/prompt-templates', {
        prompt_template: { prompt_name: name },
        prompt_version,
      }),
      200,
    )
    const filled = await text(`/prompt-templates/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: `{"input_variables":{"v":${json}}}`,
    })
    assert.ok(filled.includes(`{'id': ${id}, 'd': ${decimal}} ${id}`), filled)
  })

  it('are refused with the number in fields that hold doubles', async () => {
    for (const number of [id, '0.1234567890123456789']) {
      const answer = await app.api.post('/api/public/v2/tables', `{"x":{"n":${number}}}`)
      assert.equal(answer.status, 422)
      assert.match(
        JSON.stringify(answer.body),
        new RegExp(`${number} cannot be held exactly; send it as text`),
      )
    }
    const sheet = await emptySheet(app.api)
    const answer = await app.api.post(`${sheet.path}/rows`, '{"values":[{"a":1e400}]}')
    assert.match(JSON.stringify(answer.body), /1e400 is out of range/)
  })
})
