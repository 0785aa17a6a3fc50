import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { bodyOf } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { EventListener, type ReceivedEvent } from './support/event-listener.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

const customScore = { code: 'return { score: 0.5 }', code_language: 'JAVASCRIPT' }

describe('the events of a sheet', () => {
  let app: TestApp
  const listeners: EventListener[] = []
  before(async () => {
    app = await startApp()
  })
  after(async () => {
    for (const listener of listeners) await listener.stop()
    await app.close()
  })

  const listen = async (sheet: SheetClient, { query = '', headers = {}, key = app.key } = {}) => {
    const listener = new EventListener(`${app.baseUrl}${sheet.path}/events?stream=true${query}`, {
      'x-api-key': key,
      ...headers,
    })
    listeners.push(listener)
    await listener.until(({ name }) => name === 'ready')
    return listener
  }
  const createSheet = async (rows: number) => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    const chars = await sheet.column('chars', 'COUNT', { source: 'text', type: 'chars' })
    for (let from = 0; from < rows; from += 100)
      await sheet.add(Array.from({ length: Math.min(100, rows - from) }, () => ({ [text.id]: 'abc' })))
    await untilQuiet(sheet)
    return { sheet, text: text.id as string, chars: chars.id as string }
  }
  const isCellEvent =
    (row: number, column: string, status: string) =>
    ({ name, data }: ReceivedEvent) =>
      name === 'cells' &&
      data.cells.some(
        (cell: { row_index: number; column_id: string; status: string }) =>
          cell.row_index === row && cell.column_id === column && cell.status === status,
      )
  const isStructureEvent =
    (part: string) =>
    ({ name, data }: ReceivedEvent) =>
      name === 'structure' && data.parts.includes(part)

  it('report a written cell with its value, the cells that become stale, and the next run', async () => {
    const { sheet, text, chars } = await createSheet(3)
    await recalculate(sheet)
    const listener = await listen(sheet)
    await sheet.write(1, text, { value: 'abcdef' })
    await listener.until(isCellEvent(1, chars, 'STALE'))
    const { data } = await listener.until(isCellEvent(1, text, 'COMPLETED'))
    const written = data.cells.find((cell: { column_id: string }) => cell.column_id === text)
    const stored = await sheet.cell(1, text)
    assert.deepEqual([written.id, written.display_value, written.is_cut], [stored.id, 'abcdef', false])
    const operation = await begin(sheet)
    const end = await listener.until(({ name, data }) => name === 'operation' && data.status === 'completed')
    assert.equal(end.data.operation_id, operation.operation_id)
    assert.deepEqual([end.data.completed_count, end.data.pending_count, end.data.cost], [1, 0, 0])
    const computed = await listener.until(isCellEvent(1, chars, 'COMPLETED'))
    const shown = computed.data.cells.find(
      (cell: { row_index: number; column_id: string }) => cell.row_index === 1 && cell.column_id === chars,
    )
    assert.equal(shown.display_value, '6')
  })

  it('report cells that are written in one call, also those that no column reads', async () => {
    const { sheet, text, chars } = await createSheet(3)
    await recalculate(sheet)
    const [first, second] = await sheet.rows()
    await sheet.write(0, text, { value: 'stale from here on' })
    const listener = await listen(sheet)
    const cells = [first, second].map((row) => ({ cell_id: row.cells[text].id, value: 'together' }))
    bodyOf(await app.api.patch(`${sheet.path}/cells`, { cells }))
    await listener.until(isCellEvent(1, chars, 'STALE'))
    await listener.until(isCellEvent(0, text, 'COMPLETED'))
    await listener.until(isCellEvent(1, text, 'COMPLETED'))
  })

  it('report every kind of change to the structure of a sheet', async () => {
    const { sheet, chars } = await createSheet(3)
    const listener = await listen(sheet)
    const nextEvent = async (part: string, change: () => Promise<unknown>) => {
      const from = listener.events.length
      await change()
      return listener.until(isStructureEvent(part), from)
    }
    const { api, path } = sheet
    await nextEvent('columns', () => sheet.column('another'))
    await nextEvent('columns', () => api.patch(`${path}/columns/${chars}`, { title: 'characters' }))
    await nextEvent('columns', () => api.post(`${path}/columns/${chars}/duplicate`, {}))
    await nextEvent('columns', () => api.delete(`${path}/columns/${chars}`))
    const added = await nextEvent('rows', () => sheet.add([{}]))
    assert.equal(added.data.row_count, 4)
    await nextEvent('rows', () => api.post(`${path}/rows/move`, { row_indices: [0], to_index: 1 }))
    await nextEvent('rows', () => api.delete(`${path}/rows`, {}, { row_indices: [0] }))
    const { version } = bodyOf(await api.post(`${path}/versions`, { name: 'mine' }), 201)
    await listener.until(isStructureEvent('versions'))
    await sheet.add([{}])
    await nextEvent('rows', () => api.post(`${path}/versions`, { source_version_id: version.id }))
    await nextEvent('sheet', () => api.patch(path, { title: 'renamed' }))
    const code = { code: 'return true', language: 'JAVASCRIPT' }
    const step = { title: 'true', primitive_type: 'CODE_EXECUTION', primitive_config: code }
    await nextEvent('scores', () =>
      api.patch(`${path}/scorecard`, { name: 'card', aggregation: {}, steps: [step] }),
    )
  })

  it('report the progress of calculations of a scorecard and of a score', async () => {
    const { sheet } = await createSheet(3)
    const { api, path } = sheet
    const code = { code: 'return true', language: 'JAVASCRIPT' }
    const step = { title: 'true', primitive_type: 'CODE_EXECUTION', primitive_config: code }
    await api.patch(`${path}/scorecard`, { name: 'card', aggregation: {}, steps: [step] })
    const listener = await listen(sheet)
    const ends =
      (source: string, calculation?: string) =>
      ({ name, data }: ReceivedEvent) =>
        name === 'score' &&
        data.source === source &&
        data.status === 'completed' &&
        (calculation === undefined || data.calculation_id === calculation)
    const first = bodyOf(await api.post(`${path}/scorecard/recalculate`, {}), 202)
    const { data } = await listener.until(ends('scorecard', first.calculation_id))
    assert.deepEqual([data.scored_rows, data.total_rows], [3, 3])
    assert.ok(listener.events.some(({ name, data }) => name === 'score' && data.status !== 'completed'))
    bodyOf(await api.patch(`${path}/score`, { score_type: 'custom', ...customScore }))
    bodyOf(await api.post(`${path}/score`, {}), 202)
    await listener.until(ends('score'))
    // A later subscriber gets the current state first.
    const late = await listen(sheet)
    const ready = late.events.find(({ name }) => name === 'ready')!
    assert.deepEqual(
      ready.data.calculations.map(({ source, status }: Record<string, string>) => `${source} ${status}`),
      ['scorecard completed', 'score completed'],
    )
    const { events } = bodyOf(await api.get(`${path}/events?after=${late.lastId || 0}`))
    assert.equal(events.filter(({ event }: { event: string }) => event === 'score').length, 2)
  })

  it('continue after an interruption, or tell the client to reload', async () => {
    const { sheet, text } = await createSheet(2)
    const first = await listen(sheet)
    await sheet.write(0, text, { value: 'seen' })
    await first.until(isCellEvent(0, text, 'COMPLETED'))
    const id = first.lastId
    await first.stop()
    await sheet.write(1, text, { value: 'missed' })
    const second = await listen(sheet, { headers: { 'Last-Event-ID': id } })
    const missed = await second.until(isCellEvent(1, text, 'COMPLETED'))
    assert.ok(missed.data.cells.every((cell: { row_index: number }) => cell.row_index === 1))
    const { events, last_id } = bodyOf(await sheet.api.get(`${sheet.path}/events?after=${id}`))
    assert.deepEqual([events[0].event, String(last_id)], ['cells', second.lastId])
    const ahead = await listen(sheet, { query: '&after=999999' })
    await ahead.until(({ name }) => name === 'reload')
    await app.context.store.transact(async (tx) => {
      await tx
        .updateTable('sheets')
        .set({ version_count: Number(last_id) + 5000 })
        .where('id', '=', sheet.id)
        .execute()
    })
    const late = await listen(sheet, { headers: { 'Last-Event-ID': id } })
    assert.equal((await late.until(({ name }) => name === 'reload')).data.version, Number(last_id) + 5000)
  })

  it('report many cells as ranges, in few events with at most 200 cells each', async () => {
    const { sheet, chars } = await createSheet(1500)
    const listener = await listen(sheet)
    await recalculate(sheet)
    await listener.until(({ name, data }) => name === 'operation' && data.status === 'completed')
    const cellEvents = listener.events.filter(({ name }) => name === 'cells')
    assert.ok(cellEvents.length > 0 && cellEvents.length < 30, `${cellEvents.length} events`)
    assert.ok(cellEvents.every(({ data }) => data.cells.length <= 200))
    const rows = new Set<number>()
    for (const { data } of cellEvents)
      for (const range of data.ranges)
        if (range.column_ids.includes(chars))
          for (const { from, to } of range.rows ?? [{ from: 0, to: 1500 }])
            for (let row = from; row < to; row++) rows.add(row)
    assert.equal(rows.size, 1500)
    assert.ok(JSON.stringify(cellEvents).length < 100_000)
  })

  it('end when the key is revoked or the sheet is deleted, and are 404 in another workspace', async () => {
    const { sheet } = await createSheet(1)
    const { createApiKey, revokeApiKey } = endpoints
    const created = bodyOf(await app.api.post(createApiKey.path, { name: 'short', role: 'viewer' }), 201)
    const listener = await listen(sheet, { key: created.key })
    const own = await listen(sheet)
    bodyOf(await app.api.delete(revokeApiKey.path.replace('{api_key_id}', created.api_key.id)))
    assert.equal((await listener.until(({ name }) => name === 'error')).name, 'error')
    await listener.ended
    await app.api.delete(sheet.path)
    const { data } = await own.until(({ name }) => name === 'error')
    assert.equal(data.success, false)
    await own.ended
    const { api } = await app.newWorkspace()
    assert.equal((await api.get(`${sheet.path}/events?stream=true`)).status, 404)
  })
})
