import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { compare, ScorecardClient } from './support/scorecards.ts'
import { emptySheet, refused, SheetClient, tablesPath } from './support/tables.ts'
import { publish, userChat } from './support/templates.ts'

describe('tables', () => {
  const app = appOfSuite({}, { role: 'api' })

  const create = async (api: Api, body?: unknown) => bodyOf(await api.post(tablesPath, body), 201)

  it('are created with a sheet of one text column and one row by default', async () => {
    const { api } = await app.newWorkspace()
    const { table, default_sheet } = await create(api)
    assert.deepEqual(
      {
        title: table.title,
        folder_id: table.folder_id,
        sheets: table.sheet_count,
        rows: table.sheet_row_counts,
      },
      { title: 'Untitled Table', folder_id: null, sheets: 1, rows: { [default_sheet.id]: 1 } },
    )
    assert.deepEqual([default_sheet.title, default_sheet.index, default_sheet.row_count], ['Sheet 1', 0, 1])
    const sheet = new SheetClient(api, table.id, default_sheet.id)
    const columns = await sheet.columns()
    assert.deepEqual(
      columns.map(({ title, type, config }: Record<string, unknown>) => [title, type, config]),
      [['Column A', 'TEXT', {}]],
    )
    const [row] = await sheet.rows()
    assert.equal(row.row_index, 0)
    assert.equal(row.cells[columns[0].id].status, 'COMPLETED')

    const bare = await create(api, { title: 'bare', create_default_sheet: false })
    assert.deepEqual([bare.default_sheet, bare.table.sheet_count], [null, 0])
    assert.equal((await create(api, {})).table.title, 'Untitled Table 2')
  })

  it('are renamed, moved and deleted, and move to the root when their folder is deleted', async () => {
    const { api } = await app.newWorkspace()
    const folder = bodyOf(await api.post('/api/public/v2/folders', { name: 'F' }), 201).folder.id
    const { table, default_sheet } = await create(api, { title: 'T', folder_id: folder })
    const path = `${tablesPath}/${table.id}`
    assert.equal(bodyOf(await api.patch(path, { title: 'U' })).table.title, 'U')
    assert.equal(bodyOf(await api.get(path)).table.folder_id, folder)
    assert.equal(bodyOf(await api.patch(path, { folder_id: null })).table.folder_id, null)
    assert.equal(bodyOf(await api.patch(path, { folder_id: folder })).table.title, 'U')
    const entities = [{ id: folder, type: 'FOLDER' }]
    bodyOf(await api.delete('/api/public/v2/folders/entities', {}, { entities, cascade: true }))
    assert.equal(
      bodyOf(await api.get(path.toUpperCase().replace(/.*TABLES/, tablesPath))).table.folder_id,
      null,
    )
    refused(await api.patch(path, { folder_id: folder }), 404, 'not_found')
    refused(await api.post(tablesPath, { folder_id: 987_654 }), 404, 'not_found')

    assert.equal(bodyOf(await api.delete(path)).success, true)
    for (const deletedPath of [
      await api.get(path),
      await api.patch(path, { title: 'V' }),
      await api.delete(path),
      await api.get(`${path}/sheets`),
      await api.post(`${path}/sheets`, {}),
      await api.get(`${path}/sheets/${default_sheet.id}`),
      await api.get(`${path}/sheets/${default_sheet.id}/rows`),
    ])
      refused(deletedPath, 404, 'not_found')
    assert.deepEqual(bodyOf(await api.get(tablesPath)).data, [])
  })

  it('are listed by pages in both directions, and found by folder and part of the title', async () => {
    const { api } = await app.newWorkspace()
    const folder = bodyOf(await api.post('/api/public/v2/folders', { name: 'F' }), 201).folder.id
    const titles = ['alpha', 'Beta 100%', 'gamma_1', 'ALPHABET', 'delta']
    for (const title of titles) await create(api, { title, ...(title === 'delta' && { folder_id: folder }) })
    const list = async (query: string) => bodyOf(await api.get(`${tablesPath}?${query}`))
    const titlesOf = (page: { data: { title: string }[] }) => page.data.map(({ title }) => title)
    assert.deepEqual(titlesOf(await list('')), titles.toReversed())
    const first = await list('order=asc&limit=2')
    assert.deepEqual(titlesOf(first), ['alpha', 'Beta 100%'])
    assert.deepEqual(first.pagination, {
      next_cursor: first.next_cursor,
      prev_cursor: null,
      has_more: true,
      limit: 2,
    })
    const second = await list(`order=asc&limit=3&cursor=${first.next_cursor}`)
    assert.deepEqual(
      [titlesOf(second), second.has_more, second.next_cursor],
      [['gamma_1', 'ALPHABET', 'delta'], false, null],
    )
    const totals = await Promise.all(
      ['limit=1', 'name=alpha&limit=1', `folder_id=${folder}`, 'name=nothing'].map(list),
    )
    assert.deepEqual([first.total, second.total, ...totals.map(({ total }) => total)], [5, 5, 5, 2, 1, 0])
    assert.deepEqual(titlesOf(await list('name=alpha')), ['ALPHABET', 'alpha'])
    assert.deepEqual(titlesOf(await list('name=0%25')), ['Beta 100%'])
    assert.deepEqual(titlesOf(await list('name=a_1')), ['gamma_1'])
    assert.deepEqual(titlesOf(await list('name=%25')), ['Beta 100%'])
    assert.deepEqual(titlesOf(await list(`folder_id=${folder}`)), ['delta'])
    assert.deepEqual(titlesOf(await list('folder_id=987654')), [])
    for (const query of [
      `order=desc&cursor=${first.next_cursor}`,
      `order=asc&name=a&cursor=${first.next_cursor}`,
      'cursor=garbage',
      `cursor=${Buffer.from('[1]').toString('base64url')}`,
    ])
      refused(await api.get(`${tablesPath}?${query}`), 400, 'bad_request')
  })

  it('are found by the prompt that a column runs, with its version or label', async () => {
    const { api } = await app.newWorkspace()
    const prompt = await publish(api, 'greeting', userChat('Hello'), { labels: ['prod'] })
    const labels = bodyOf(await api.get('/prompt-templates/greeting/labels')).release_labels
    const other = await publish(api, 'other', userChat('Bye'))
    const template = (reference: object) => ({ template: reference, prompt_template_variable_mappings: {} })
    const byName = await emptySheet(api)
    await byName.column('by name', 'PROMPT_TEMPLATE', template({ name: 'greeting', label: 'prod' }))
    const byId = await emptySheet(api)
    const column = await byId.column(
      'by id',
      'PROMPT_TEMPLATE',
      template({ id: prompt.id, version_number: 1 }),
    )
    await emptySheet(api)
    const matches = async (query: string) =>
      bodyOf(await api.get(`${tablesPath}?order=asc&${query}`)).data.map(({ id }: { id: string }) => id)
    assert.deepEqual(await matches(`prompt_id=${prompt.id}`), [byName.table, byId.table])
    assert.deepEqual(await matches(`prompt_version_id=${prompt.prompt_version_id}`), [byId.table])
    assert.deepEqual(await matches(`prompt_label_id=${labels[0].release_label_id}`), [byName.table])
    assert.deepEqual(await matches(`prompt_id=${other.id}`), [])
    const total = async (query: string) => bodyOf(await api.get(`${tablesPath}?${query}`)).total
    assert.deepEqual([await total(`prompt_id=${prompt.id}&limit=1`), await total('prompt_id=987654')], [2, 0])
    assert.deepEqual(await matches('prompt_id=987654'), [])
    const sheets = bodyOf(await api.get(`${tablesPath}/${byId.table}/sheets?prompt_id=${prompt.id}`))
    assert.deepEqual(
      sheets.data.map(({ id }: { id: string }) => id),
      [byId.id],
    )

    bodyOf(await api.patch(`${byId.path}/columns/${column.id}`, { config: template({ name: 'other' }) }))
    assert.deepEqual(await matches(`prompt_id=${prompt.id}`), [byName.table])
    assert.deepEqual(await matches(`prompt_id=${other.id}`), [byId.table])
    bodyOf(await api.delete(`${byId.path}/columns/${column.id}`))
    assert.deepEqual(await matches(`prompt_id=${other.id}`), [])
  })

  it('have limits', async () => {
    const { api } = app
    for (const title of ['', 'x'.repeat(256), 'a\u0000b'])
      assert.equal((await api.post(tablesPath, { title })).status, 422)
    assert.equal((await create(api, { title: 'x'.repeat(255) })).table.title.length, 255)
    assert.equal((await api.get(`${tablesPath}?limit=101`)).status, 422)
  })
})

describe('sheets', () => {
  const app = appOfSuite({}, { role: 'api' })

  it('are created at an index, moved, renamed and deleted, and their indexes have no gaps', async () => {
    const { table } = bodyOf(await app.api.post(tablesPath, {}), 201)
    const path = `${tablesPath}/${table.id}/sheets`
    const add = async (body: unknown) => bodyOf(await app.api.post(path, body), 201).sheet
    const titles = async (query = '') =>
      bodyOf(await app.api.get(`${path}${query}`)).data.map(
        ({ title, index }: { title: string; index: number }) => `${index} ${title}`,
      )
    const b = await add({ title: 'B' })
    assert.equal((await add({ title: 'A', index: 0 })).index, 0)
    assert.equal((await add({})).title, 'Sheet 4')
    assert.deepEqual(await titles(), ['0 A', '1 Sheet 1', '2 B', '3 Sheet 4'])
    assert.deepEqual(await titles('?order=desc&limit=2'), ['3 Sheet 4', '2 B'])
    const moved = bodyOf(await app.api.patch(`${path}/${b.id}`, { index: 99, title: 'C' }))
    assert.deepEqual([moved.sheet.index, moved.sheet.title, moved.version], [3, 'C', 2])
    assert.deepEqual(await titles(), ['0 A', '1 Sheet 1', '2 Sheet 4', '3 C'])
    bodyOf(await app.api.delete(`${path}/${b.id}`))
    refused(await app.api.get(`${path}/${b.id}`), 404, 'not_found')
    bodyOf(await app.api.delete(`${path}/${(await app.api.get(path)).body.data[0].id}`))
    assert.deepEqual(await titles(), ['0 Sheet 1', '1 Sheet 4'])
    assert.equal(bodyOf(await app.api.get(`${tablesPath}/${table.id}`)).table.sheet_count, 2)
    refused(await app.api.post(`${tablesPath}/${randomUUID()}/sheets`, {}), 404, 'not_found')
  })

  it('are copied with columns, rows, values and scores, and the copy reads its own columns', async () => {
    const sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    const config = { sources: ['input', input.id] }
    await sheet.column('both', 'COMBINE_COLUMNS', config)
    await sheet.add([{ [input.id]: 'one' }, { [input.id]: 'two' }])
    bodyOf(await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] }))
    await new ScorecardClient(sheet).configured([compare('same', 'input', input.id)])
    const score = { score_type: 'boolean', column_ids: [input.id] }
    bodyOf(await app.api.patch(`${sheet.path}/score`, score))
    const copy = bodyOf(await app.api.post(`${sheet.path}/duplicate`, {}), 201).sheet
    assert.deepEqual([copy.title, copy.row_count, copy.index], ['Sheet 1 2', 1, 1])
    const copied = new SheetClient(app.api, sheet.table, copy.id)
    const [first, second] = await copied.columns()
    assert.deepEqual([first.title, second.title, second.type], ['input', 'both', 'COMBINE_COLUMNS'])
    assert.notEqual(first.id, input.id)
    assert.deepEqual(second.config.sources, ['input', first.id])
    assert.deepEqual(
      second.dependencies.map(({ column_id }: { column_id: string }) => column_id),
      [first.id, first.id],
    )
    assert.deepEqual(await copied.shown(first.id), ['two'])
    const { latest_calculation, scorecard } = await new ScorecardClient(copied).read()
    assert.deepEqual([latest_calculation, scorecard.steps[0].source_column_ids], [null, [first.id]])
    const { score_configuration } = bodyOf(await app.api.get(`${copied.path}/score`))
    assert.deepEqual(score_configuration.score_config.column_ids, [first.id])
    bodyOf(await copied.write(0, first.id, { value: 'changed' }))
    assert.deepEqual(await sheet.shown(input.id), ['two'])
  })

  it('are copied with their table, with compositions of each other and with scores', async () => {
    const sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    await sheet.add([{ [input.id]: 'one' }])
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([compare('same', 'input', input.id)])
    const sheets = `${tablesPath}/${sheet.table}/sheets`
    const other = bodyOf(await app.api.post(sheets, { title: 'shows' }), 201).sheet
    const shows = new SheetClient(app.api, sheet.table, other.id)
    await shows.column('shown', 'COMPOSITION', { source: input.id })
    const { title } = bodyOf(await app.api.get(`${tablesPath}/${sheet.table}`)).table

    const copy = bodyOf(await app.api.post(`${tablesPath}/${sheet.table}/duplicate`, {}), 201).table
    assert.deepEqual([copy.title, copy.sheet_count], [`${title} 2`, 2])
    const { data } = bodyOf(await app.api.get(`${tablesPath}/${copy.id}/sheets`))
    const [first, second] = data.map(({ id }: { id: string }) => new SheetClient(app.api, copy.id, id))
    const [copied] = await first.columns()
    assert.notEqual(copied.id, input.id)
    assert.deepEqual(await first.shown(copied.id), ['one'])
    const card = (await new ScorecardClient(first).read()).scorecard
    assert.deepEqual(card.steps[0].primitive_config.sources, ['input', copied.id])
    assert.equal(card.latest_calculation ?? null, null)
    const shown = (await second.columns()).find(({ type }: { type: string }) => type === 'COMPOSITION')
    assert.equal(shown.config.source, copied.id)
    bodyOf(await first.write(0, copied.id, { value: 'changed' }))
    assert.deepEqual(await sheet.shown(input.id), ['one'])

    const named = bodyOf(await app.api.post(`${tablesPath}/${copy.id}/duplicate`, { title: 'third' }), 201)
    assert.equal(named.table.title, 'third')
    refused(await app.api.post(`${tablesPath}/${randomUUID()}/duplicate`, {}), 404, 'not_found')
    const { api } = await app.newWorkspace()
    refused(await api.post(`${tablesPath}/${copy.id}/duplicate`, {}), 404, 'not_found')
  })
})
