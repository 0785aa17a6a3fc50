import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteRequests, finishIndex } from '../../src/server/requests/index.ts'
import { deleteTrace } from '../../src/server/traces/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { bodyOf, type Reply } from '../kit/api.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { endedDeletion } from './support/person-deletion.ts'
import { logCall } from './support/requests.ts'
import { untilQuiet } from './support/runs.ts'
import { SheetClient, tablesPath } from './support/tables.ts'
import { pathOf, publication, publish, userChat } from './support/templates.ts'

const v2 = '/api/public/v2'
const rounds = 8
/** Two callers make calls of the same kind, so that these contend with each other too. */
const callersOfKind = 2

let app: TestApp
before(async () => {
  // PostgreSQL detects a deadlock after 10 ms instead of a second, so that retries run into further deadlocks.
  process.env['PGOPTIONS'] = '-c deadlock_timeout=10ms'
  app = await startApp()
})
after(() => app.close())

const pictures = Array.from({ length: 3 }, () => {
  const bytes = Buffer.concat([Buffer.from('GIF89a', 'latin1'), randomBytes(13_000)])
  return `data:image/gif;base64,${bytes.toString('base64')}`
})
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!
const shuffled = <T>(values: readonly T[]): T[] => values.toSorted(() => Math.random() - 0.5)
const twoPictures = () => `${oneOf(pictures)} ${oneOf(pictures)}`

/** The body of an answer with one of these statuses: other calls may delete or change the call's entities meanwhile. */
function bodyOfEither({ status, body }: Reply, ...expected: number[]) {
  assert.ok(expected.includes(status), `${status} ${JSON.stringify(body).slice(0, 500)}`)
  return body
}

it('writes of all kinds to the same rows at once succeed, and nothing is lost', async () => {
  const { store } = app.context
  const { api, id } = await app.newWorkspace()
  const workspace = id as WorkspaceId
  const names = ['first', 'second', 'third']
  const prompts: number[] = []
  for (const name of names) prompts.push((await publish(api, name, userChat('Hi'), { labels: [name] })).id)
  const group = bodyOfEither(await api.post('/create-group', {}), 200, 201).id as number
  const [sheet, mirror] = await mirroredSheets()
  const logPictures = async (rest: object = {}): Promise<number> => {
    const variables = { pictures: twoPictures() }
    const model = oneOf(['model a', 'model b'])
    const reply = await api.post(
      '/log-request',
      logCall({ model, prompt_input_variables: variables, ...rest }),
    )
    return bodyOfEither(reply, 200).id
  }
  const loggedIds = await Promise.all(Array.from({ length: 4 }, () => logPictures()))
  const traces = Array.from({ length: 4 }, newTraceId)
  const spanWith = (traceId: string) =>
    otlpSpan({ traceId, values: { ...chatValues, note: twoPictures(), 'user.id': oneOf(['u1', 'u2']) } })
  let spans = 0

  const kinds: Record<string, (round: number) => Promise<unknown>> = {
    log: async () => loggedIds.push(await logPictures()),
    async deleteRequests() {
      const ids = await Promise.all(Array.from({ length: 4 }, () => logPictures()))
      await Promise.all([
        deleteRequests(store, workspace, shuffled(ids)),
        deleteRequests(store, workspace, ids),
      ])
    },
    async track(round) {
      const request_id = oneOf(loggedIds)
      const metadata = { [`round ${round}`]: 'x' }
      bodyOfEither(await api.post('/rest/track-metadata', { request_id, metadata }), 200)
      bodyOfEither(await api.post('/rest/track-score', { request_id, score: round, name: 'tone' }), 200)
      bodyOfEither(await api.post('/rest/track-group', { request_id, group_id: group }), 200)
      bodyOfEither(await api.post('/rest/track-prompt', { request_id, prompt_name: oneOf(names) }), 200, 400)
      bodyOfEither(await api.patch(`${v2}/requests/${request_id}`, { tags: [`round ${round}`] }), 200)
    },
    async spans() {
      bodyOfEither(await exportSpans(api, ...shuffled(traces).map(spanWith)), 200)
      spans += traces.length
    },
    async deleteTraces() {
      const traceId = newTraceId()
      const some = Array.from({ length: 3 }, () => spanWith(traceId))
      bodyOfEither(await exportSpans(api, ...some), 200)
      await Promise.all([
        deleteTrace(store, workspace, traceId),
        deleteTrace(store, workspace, traceId),
        exportSpans(api, ...some).then((reply) => bodyOfEither(reply, 200)),
      ])
      await deleteTrace(store, workspace, traceId)
    },
    async erase(round) {
      const person = `person ${round} ${randomBytes(4).toString('hex')}`
      await logPictures({ metadata: { user_id: person } })
      await logPictures({ metadata: { user_id: person } })
      const start = () => api.post(`${v2}/person-deletions`, { identifiers: [person] })
      let started = await start()
      // One deletion at a time.
      for (; started.status === 409; started = await start()) await sleep(20)
      const ended = await endedDeletion(api, bodyOfEither(started, 202).person_deletion.id)
      assert.deepEqual([ended.state, ended.deleted.requests], ['done', 2], JSON.stringify(ended))
    },
    async labels() {
      const name = oneOf(names)
      const publishing = publication(name, userChat('Hi'), { labels: ['prod'] })
      bodyOfEither(await api.post('/rest/prompt-templates', publishing), 200)
      const labels = (await api.get(`${pathOf(name)}/labels`)).body.release_labels ?? []
      for (const { release_label_id: label } of shuffled<{ release_label_id: number }>(labels))
        bodyOfEither(await api.patch(`/prompt-labels/${label}`, { prompt_version_number: 1 }), 200, 404)
    },
    async restorePrompt() {
      const prompt = prompts[2]!
      const entities = [{ id: prompt, type: 'PROMPT' }]
      bodyOfEither(await api.delete(`${v2}/folders/entities`, {}, { entities }), 200, 404)
      bodyOfEither(await api.post(`${v2}/deleted-prompts/${prompt}/restore`, {}), 200, 404, 409)
    },
    async cells(round) {
      for (const { path, input } of shuffled([sheet, mirror])) {
        const { data = [] } = bodyOfEither(await api.get(`${path}/rows?limit=5`), 200, 404)
        const cell = data.at(round % 5)?.cells[input]
        if (cell)
          bodyOfEither(await api.patch(`${path}/cells/${cell.id}`, { value: `round ${round}` }), 200, 404)
      }
    },
    async runs() {
      for (const { path } of shuffled([sheet, mirror]))
        bodyOfEither(await api.post(`${path}/operations`, {}), 200, 202, 404, 409)
    },
    async versions(round) {
      const { path } = oneOf([sheet, mirror])
      const { version } = bodyOfEither(
        await api.post(`${path}/versions`, { name: `round ${round}` }),
        201,
        404,
      )
      if (version)
        bodyOfEither(
          await api.post(`${path}/versions`, { source_version_id: version.id }),
          201,
          400,
          404,
          409,
        )
    },
    async restoreTable() {
      bodyOfEither(await api.delete(`${tablesPath}/${sheet.table}`), 200, 404)
      bodyOfEither(await api.post(`${v2}/deleted-tables/${sheet.table}/restore`, {}), 200, 404)
    },
  }
  const failures: string[] = []
  const repeat = async (kind: string, work: (round: number) => Promise<unknown>) => {
    for (let round = 0; round < rounds; round++)
      await work(round).catch((error: Error) => failures.push(`${kind}: ${error.message}`))
  }
  await Promise.all(
    Object.entries(kinds).flatMap(([kind, work]) =>
      Array.from({ length: callersOfKind }, () => repeat(kind, work)),
    ),
  )
  assert.deepEqual(failures, [])

  await finishIndex(store)
  const stored = await store.db
    .selectFrom('requests')
    .select(['id', 'span_id'])
    .where('workspace_id', '=', id)
    .execute()
  const ofCalls = stored.filter(({ span_id }) => span_id === null).map((row) => Number(row.id))
  assert.deepEqual(ofCalls.toSorted(byNumber), loggedIds.toSorted(byNumber))
  const { body: total } = await api.post(`${v2}/requests/analytics`, {})
  assert.equal(
    total.totalRequests ?? total.total_requests,
    stored.length,
    JSON.stringify(total).slice(0, 300),
  )
  const counted = await Promise.all(
    traces.map(async (trace) => (await api.get(`${v2}/traces/${trace}`)).body.spans.length),
  )
  assert.equal(
    counted.reduce((sum, count) => sum + count, 0),
    spans,
  )
  await runAll([sheet, mirror])
  for (const one of [sheet, mirror]) {
    const rows = await one.rows()
    assert.equal(rows.length, 30)
    for (const { cells } of rows)
      assert.equal(
        cells[one.length].value?.value,
        cells[one.shown].display_value.length,
        JSON.stringify(cells),
      )
  }
  await deleteRequests(
    store,
    workspace,
    stored.map((row) => Number(row.id)),
  )
  for (const trace of await store.db
    .selectFrom('traces')
    .select('trace_id')
    .where('workspace_id', '=', id)
    .execute())
    await deleteTrace(store, workspace, trace.trace_id)
  const media = await store.db.selectFrom('media').select('sha256').where('workspace_id', '=', id).execute()
  assert.deepEqual(media, [])

  /** Runs the sheets until nothing is stale. */
  async function runAll(sheets: readonly SheetClient[]) {
    let started = sheets.length
    while (started > 0) {
      started = 0
      for (const one of sheets) {
        // The cells of a run that a deletion ended stay queued until a job resets them.
        const counts = await untilQuiet(one)
        const areReset = counts['QUEUED'] === 0 && counts['DISPATCHED'] === 0
        if (!areReset) await sleep(20)
        const { cell_count } = bodyOfEither(await api.post(`${one.path}/operations`, {}), 200, 202)
        if (!areReset || cell_count !== 0) started++
      }
    }
  }

  /** Two sheets of one table. Each shows the input of the other, and counts its characters. */
  async function mirroredSheets() {
    const table = bodyOf(await api.post(tablesPath, { title: 'pair' }), 201).table.id as string
    bodyOf(await api.post(`${tablesPath}/${table}/sheets`, { title: 'Sheet 2' }), 201)
    const { data } = bodyOf(await api.get(`${tablesPath}/${table}/sheets`))
    const sheets = []
    for (const { id } of data) {
      const client = new SheetClient(api, table, id)
      const [input] = await client.columns()
      bodyOf(await client.write(0, input.id, { value: 'first row' }))
      await client.add(Array.from({ length: 29 }, (_, index) => ({ [input.id]: `row ${index}` })))
      sheets.push({ client, input: input.id as string })
    }
    const whole = []
    for (const [index, { client, input }] of sheets.entries()) {
      const other = sheets[1 - index]!
      const { id: shown } = await client.column('shown', 'COMPOSITION', { column_id: other.input })
      const { id: length } = await client.column('length', 'COUNT', { source: 'shown', type: 'chars' })
      whole.push(Object.assign(client, { input, shown: shown as string, length: length as string }))
    }
    return whole as [(typeof whole)[0], (typeof whole)[0]]
  }
})

const byNumber = (a: number, b: number) => a - b
