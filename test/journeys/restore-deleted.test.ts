import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { restorableMilliseconds } from '../../src/engine/restorable.ts'
import { type Api, apiOf, bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { datasetsOf, newGroup, publishedGroup } from './support/datasets.ts'
import { aFolder, aPrompt, makeFolder, makePrompt, remove } from './support/folders.ts'
import { endedDeletion } from './support/person-deletion.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { startRunWorld } from './support/running.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, tablesPath } from './support/tables.ts'
import { chat, pathOf, publish, user, userChat } from './support/templates.ts'
import { createLabel, createTool, toolPath, toolsPath } from './support/tools.ts'
import {
  createWorkflow,
  joinNode,
  output,
  resultsOf,
  runToEnd,
  startRun,
  topic,
  workflowPath,
} from './support/workflows.ts'

const deletedPrompts = '/api/public/v2/deleted-prompts'
const deletedTables = '/api/public/v2/deleted-tables'
const deletedSheets = '/api/public/v2/deleted-sheets'

describe('deleted prompts, workflows, tools, tables and sheets', () => {
  const world = ofSuite(startRunWorld)

  const names = async (api: Api, query = '') =>
    bodyOf(await api.get(`${deletedPrompts}${query}`)).prompts.map(({ name }: { name: string }) => name)
  const restore = (api: Api, id: number, body?: object) => api.post(`${deletedPrompts}/${id}/restore`, body)

  it('come back with versions and labels', async () => {
    const { api } = await world.app.newWorkspace()
    const folder = await makeFolder(api, 'Support')
    const first = await makePrompt(api, 'greeting', folder)
    await publish(api, 'greeting', userChat('two'), { labels: ['prod'] })
    await makePrompt(api, 'farewell', folder)
    assert.equal((await remove(api, [aFolder(folder)], true)).status, 200)
    assert.deepEqual(await names(api), ['farewell', 'greeting'])
    const { audit_events } = bodyOf(await api.get('/api/public/v2/audit-events?q=greeting&limit=1'))
    assert.deepEqual(audit_events[0].before, { names: ['Support', 'greeting', 'farewell'] })
    assert.deepEqual(await names(api, '?q=GREET'), ['greeting'])
    assert.deepEqual(await names(api, '?limit=1'), ['farewell'])
    assert.equal((await api.post(pathOf('greeting'), { label: 'prod' })).status, 404)

    assert.deepEqual(bodyOf(await restore(api, first)).prompt, { id: first, name: 'greeting' })
    assert.equal(bodyOf(await api.post(pathOf('greeting'), { label: 'prod' })).version, 2)
    assert.deepEqual(await names(api), ['farewell'])
    // A prompt that is not deleted stays as it is.
    assert.equal(bodyOf(await restore(api, first, { name: 'other' })).prompt.name, 'greeting')
  })

  it('come back under a new name if the name is taken', async () => {
    const { api } = await world.app.newWorkspace()
    const former = await makePrompt(api, 'reply')
    await remove(api, [aPrompt(former)])
    await makePrompt(api, 'reply')
    assert.equal((await restore(api, former)).status, 409)
    bodyOf(await restore(api, former, { name: 'reply of before' }))
    assert.equal(bodyOf(await api.post(pathOf('reply of before'))).id, former)
    const numbered = await makePrompt(api, 'numbered')
    await remove(api, [aPrompt(numbered)])
    await makePrompt(api, String(numbered))
    assert.equal((await restore(api, numbered)).status, 409)
  })

  it('come back once if several restorations run at once', async () => {
    const { api } = await world.app.newWorkspace()
    const ids: number[] = []
    for (let count = 0; count < 4; count++) {
      ids.push(await makePrompt(api, 'contested'))
      await remove(api, [aPrompt(ids.at(-1)!)])
    }
    const statuses = await Promise.all(
      ids.flatMap((id) => [id, id]).map(async (id) => (await restore(api, id)).status),
    )
    assert.deepEqual(statuses.toSorted(), [200, 200, 409, 409, 409, 409, 409, 409])
    assert.equal((await names(api)).length, 3)
    const { table } = bodyOf(await api.post(tablesPath, { title: 'Contested' }), 201)
    const sheetsPath = `${tablesPath}/${table.id}/sheets`
    const { sheet } = bodyOf(await api.post(sheetsPath, { title: 'Contested' }), 201)
    const last = bodyOf(await api.post(sheetsPath, { title: 'Last' }), 201).sheet
    for (const [path, restorePath] of [
      [`${tablesPath}/${table.id}`, `${deletedTables}/${table.id}/restore`],
      [`${sheetsPath}/${sheet.id}`, `${deletedSheets}/${sheet.id}/restore`],
    ] as const)
      for (let times = 0; times < 5; times++) {
        bodyOf(await api.delete(path))
        const answers = await Promise.all([1, 2, 3].map(async () => (await api.post(restorePath)).status))
        assert.deepEqual(answers, [200, 200, 200])
      }
    const { data } = bodyOf(await api.get(sheetsPath))
    assert.deepEqual(
      data.slice(-2).map(({ id, index }: { id: string; index: number }) => [id, index]),
      [
        [last.id, data.length - 2],
        [sheet.id, data.length - 1],
      ],
    )
  })

  it('come back for 30 days, only in their workspace, and only for callers who may move their labels', async () => {
    const { api, id: workspaceId } = await world.app.newWorkspace()
    const other = await world.app.newWorkspace()
    const old = await makePrompt(api, 'old')
    const { table } = bodyOf(await api.post(tablesPath, { title: 'Old' }), 201)
    await remove(api, [aPrompt(old)])
    bodyOf(await api.delete(`${tablesPath}/${table.id}`))
    for (const path of [`${deletedPrompts}/${old}/restore`, `${deletedTables}/${table.id}/restore`])
      assert.equal((await other.api.post(path)).status, 404)
    assert.deepEqual(await names(other.api), [])

    const { store } = world.app.context
    const long = Date.now() - restorableMilliseconds - 1_000
    await store.transact(async (tx) => {
      for (const kind of ['prompts', 'tables', 'sheets'] as const)
        await tx.updateTable(kind).set({ deleted_at: long }).where('workspace_id', '=', workspaceId).execute()
    })
    assert.deepEqual(await names(api), [])
    assert.deepEqual(bodyOf(await api.get(deletedTables)).tables, [])
    assert.equal((await restore(api, old)).status, 404)
    assert.equal((await api.post(`${deletedTables}/${table.id}/restore`)).status, 404)

    const guarded = await makePrompt(api, 'guarded')
    await publish(api, 'guarded', userChat('two'), { labels: ['live'] })
    bodyOf(await api.post('/api/public/v2/protected-labels', { name: 'live' }), 201)
    await remove(api, [aPrompt(guarded)])
    const noAdmin = { name: 'no admin', role: 'contributor' }
    const { key: secret } = bodyOf(await api.post('/api/public/v2/api-keys', noAdmin), 201)
    const contributor = apiOf(world.app.baseUrl, secret)
    assert.equal((await restore(contributor, guarded)).status, 403)
    bodyOf(await restore(api, guarded))
  })

  it('come back with their external ids, except an id that another entity uses by then', async () => {
    const { api } = await world.app.newWorkspace()
    const [own, taken] = ['kept', 'taken'].map((external_id) => ({ source: 'crm', external_id }))
    const first = await makePrompt(api, 'first')
    const pathOf = (id: number) => `/prompt-templates/${id}/external-ids`
    const idsOf = async (id: number) => bodyOf(await api.get(pathOf(id))).external_ids
    for (const mapping of [own, taken]) bodyOf(await api.post(pathOf(first), mapping))
    await remove(api, [aPrompt(first)])
    assert.deepEqual(await names(api), ['first'])

    const second = await makePrompt(api, 'second')
    bodyOf(await api.post(pathOf(second), taken))
    assert.deepEqual(await idsOf(second), [taken])
    const byKept = await api.get('/prompt-templates?external_source=crm&external_id=kept')
    assert.deepEqual(bodyOf(byKept).items, [], 'no list finds a deleted prompt by its external id')
    bodyOf(await restore(api, first))
    assert.deepEqual([await idsOf(first), await idsOf(second)], [[own], [taken]])
    const third = await makePrompt(api, 'third')
    assert.equal((await api.post(pathOf(third), own)).status, 409)
    await remove(api, [aPrompt(second)])
    bodyOf(await api.post(pathOf(first), taken))
    bodyOf(await restore(api, second))
    assert.deepEqual([await idsOf(first), await idsOf(second)], [[own, taken], []])
  })

  it('come back as workflows with their versions, labels and runs', async () => {
    const { api } = await world.app.newWorkspace()
    const other = await world.app.newWorkspace()
    const deletedWorkflows = '/api/public/v2/deleted-workflows'
    const nodes = [joinNode('text', ['topic'], output)]
    const { workflow_id: id } = await createWorkflow(api, {
      name: 'Reply',
      ...topic,
      nodes,
      release_labels: ['prod'],
      external_ids: [{ source: 'crm', external_id: '7' }],
    })
    const run = await startRun(api, 'Reply', { input_variables: { topic: 'tents' } })
    await resultsOf(api, run)
    await remove(api, [{ id, type: 'WORKFLOW' }])
    assert.equal((await api.get(workflowPath('Reply'))).status, 404)
    const [listed] = bodyOf(await api.get(`${deletedWorkflows}?q=repl`)).workflows
    assert.deepEqual([listed.id, listed.name], [id, 'Reply'])
    assert.deepEqual(bodyOf(await other.api.get(deletedWorkflows)).workflows, [])
    assert.equal((await other.api.post(`${deletedWorkflows}/${id}/restore`)).status, 404)

    const { workflow_id: successor } = await createWorkflow(api, { name: 'Reply', ...topic, nodes })
    assert.equal((await api.post(`${deletedWorkflows}/${id}/restore`)).status, 409)
    const wrong = await api.post(`${deletedWorkflows}/${id}/restore`, { name: String(successor) })
    assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['body', 'name']])
    const back = bodyOf(await api.post(`${deletedWorkflows}/${id}/restore`, { name: 'Former' }))
    assert.deepEqual(back.workflow, { id, name: 'Former' })
    assert.deepEqual(bodyOf(await api.get(deletedWorkflows)).workflows, [])
    const again = bodyOf(await api.post(`${deletedWorkflows}/${id}/restore`, { name: 'Other' }))
    assert.equal(again.workflow.name, 'Former', 'a workflow that is not deleted stays as it is')
    assert.deepEqual(bodyOf(await api.get(`/workflows/${id}/external-ids`)).external_ids, [
      { source: 'crm', external_id: '7' },
    ])
    const body = { workflow_label_name: 'prod', input_variables: { topic: 'stoves' } }
    assert.equal((await runToEnd(api, 'Former', body)).text.value, 'stoves')
    const { runs } = bodyOf(await api.get(`/api/public/v2/workflow-runs?workflow_id=${id}`))
    assert.ok(runs.some((one: { id: number }) => one.id === run))

    await remove(api, [{ id, type: 'WORKFLOW' }])
    const long = Date.now() - restorableMilliseconds - 1_000
    await world.app.context.store.transact((tx) =>
      tx.updateTable('workflows').set({ deleted_at: long }).where('id', '=', id).execute(),
    )
    assert.deepEqual(bodyOf(await api.get(deletedWorkflows)).workflows, [])
    assert.equal((await api.post(`${deletedWorkflows}/${id}/restore`)).status, 404)
  })

  it('come back as tools with their versions, labels and variables, and prompts have them again', async () => {
    const { api } = await world.app.newWorkspace()
    const other = await world.app.newWorkspace()
    const deletedTools = '/api/public/v2/deleted-tools'
    const mapping = { source: 'crm', external_id: '7' }
    const { tool_registry: tool } = await createTool(api, 'weather', { external_ids: [mapping] })
    await createLabel(api, 'weather', 'prod', 1)
    const variable = { key: 'REGION', value: 'north' }
    bodyOf(await api.post(`${toolPath('weather')}/env-vars`, variable), 201)
    const template = { ...chat(user('Hi')), tools: [{ type: 'registry', tool_registry_id: tool.id }] }
    await publish(api, 'forecast', template)
    const offered = async () => {
      const { prompt_template } = bodyOf(await api.post(pathOf('forecast'), {}))
      return (prompt_template.tools ?? []).map((one: { function: { name: string } }) => one.function.name)
    }
    assert.deepEqual(await offered(), ['weather'])

    assert.equal((await other.api.delete(toolPath(tool.id))).status, 404)
    bodyOf(await api.delete(toolPath('weather')))
    assert.equal((await api.get(toolPath('weather'))).status, 404)
    assert.equal((await api.delete(toolPath(tool.id))).status, 404)
    assert.deepEqual(bodyOf(await api.get(toolsPath)).tool_registries, [])
    assert.deepEqual(await offered(), [])
    assert.deepEqual(bodyOf(await other.api.get(deletedTools)).tools, [])
    assert.equal((await other.api.post(`${deletedTools}/${tool.id}/restore`)).status, 404)
    const [listed] = bodyOf(await api.get(`${deletedTools}?q=WEATH`)).tools
    assert.deepEqual([listed.id, listed.name], [tool.id, 'weather'])

    const { tool_registry: successor } = await createTool(api, 'weather')
    assert.equal((await api.post(`${deletedTools}/${tool.id}/restore`)).status, 409)
    const wrong = await api.post(`${deletedTools}/${tool.id}/restore`, { name: String(successor.id) })
    assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['body', 'name']])
    const back = bodyOf(await api.post(`${deletedTools}/${tool.id}/restore`, { name: 'former' }))
    assert.deepEqual(back.tool, { id: tool.id, name: 'former' })
    const again = bodyOf(await api.post(`${deletedTools}/${tool.id}/restore`, { name: 'other' }))
    assert.equal(again.tool.name, 'former', 'a tool that is not deleted stays as it is')
    assert.deepEqual(await offered(), ['weather'])
    const { labels, external_ids } = bodyOf(await api.get(toolPath('former'))).tool_registry
    assert.deepEqual([labels.map(({ name }: { name: string }) => name), external_ids], [['prod'], [mapping]])
    const { tool_env_vars } = bodyOf(await api.get(`${toolPath('former')}/env-vars`))
    assert.equal(tool_env_vars[0].key, 'REGION')
    const { audit_events } = bodyOf(
      await api.get('/api/public/v2/audit-events?operation=delete_tool_registry'),
      200,
    )
    assert.equal(audit_events[0].before.tool_registry.name, 'weather')

    bodyOf(await api.delete(toolPath(tool.id)))
    const long = Date.now() - restorableMilliseconds - 1_000
    await world.app.context.store.transact((tx) =>
      tx.updateTable('tools').set({ deleted_at: long }).where('id', '=', tool.id).execute(),
    )
    assert.deepEqual(bodyOf(await api.get(deletedTools)).tools, [])
    assert.equal((await api.post(`${deletedTools}/${tool.id}/restore`)).status, 404)
  })

  it('come back as tables with their sheets, without the runs that were under way', async () => {
    const { api } = world
    const sheet = await emptySheet(api)
    const text = await sheet.column('text')
    await sheet.add([0, 1].map((row) => ({ [text.id]: `row ${row}` })))
    world.fake.answerWith(({ text: question }) => ({ text: `said ${question}` }))
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    await untilQuiet(sheet)
    const dropped = bodyOf(
      await api.post(`${tablesPath}/${sheet.table}/sheets`, { title: 'Dropped' }),
      201,
    ).sheet
    bodyOf(await api.delete(`${tablesPath}/${sheet.table}/sheets/${dropped.id}`))
    const reader = await emptySheet(api)
    const shown = await reader.column('shown', 'COMPOSITION', { column_id: text.id })
    await reader.add([{}, {}])
    await untilQuiet(reader)

    world.fake.answerWith(({ text: question }) => ({ text: `again ${question}`, pace: { first: 60_000 } }))
    await sheet.write(0, text.id, { value: 'changed' })
    const callCount = world.openAi.calls.length
    await begin(sheet, { statuses: [] })
    await until(() => world.openAi.calls.length > callCount)
    bodyOf(await api.delete(`${tablesPath}/${sheet.table}`))
    assert.equal((await api.get(sheet.path)).status, 404)
    const [listed] = bodyOf(await api.get(deletedTables)).tables
    assert.equal(listed.id, sheet.table)

    const back = bodyOf(await api.post(`${deletedTables}/${sheet.table.toUpperCase()}/restore`)).table
    assert.equal(back.id, sheet.table)
    await untilQuiet(sheet)
    const { data } = bodyOf(await api.get(`${tablesPath}/${sheet.table}/sheets`))
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [sheet.id],
    )
    await until(async () => (await sheet.cell(1, answer.id)).status === 'COMPLETED')
    assert.deepEqual(await sheet.shown(text.id), ['changed', 'row 1'])
    assert.equal((await sheet.cell(0, answer.id)).status, 'STALE')
    assert.equal(await reader.cell(1, shown.id).then(({ display_value }) => display_value), 'row 1')
    world.fake.answerWith(({ text: question }) => ({ text: `third ${question}` }))
    await begin(sheet)
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(answer.id), ['third changed', 'said row 1'])
  })

  it('come back as sheets of their table, without the runs that were under way', async () => {
    const { api } = world
    const sheet = await emptySheet(api)
    // These texts differ from those of the test above, because answers for equal texts are cached.
    const text = await sheet.column('text')
    await sheet.add([0, 1].map((row) => ({ [text.id]: `line ${row}` })))
    world.fake.answerWith(({ text: question }) => ({ text: `said ${question}` }))
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    await untilQuiet(sheet)
    const sheets = `${tablesPath}/${sheet.table}/sheets`
    const other = bodyOf(await api.post(sheets, { title: 'Other' }), 201).sheet
    const list = async () =>
      bodyOf(await api.get(deletedSheets)).sheets.filter(
        ({ table_id }: { table_id: string }) => table_id === sheet.table,
      )
    const ids = async () => bodyOf(await api.get(sheets)).data.map(({ id }: { id: string }) => id)

    world.fake.answerWith(({ text: question }) => ({ text: `again ${question}`, pace: { first: 60_000 } }))
    await sheet.write(0, text.id, { value: 'altered' })
    const callCount = world.openAi.calls.length
    await begin(sheet, { statuses: [] })
    await until(() => world.openAi.calls.length > callCount)
    bodyOf(await api.delete(sheet.path))
    assert.deepEqual(await ids(), [other.id])
    const [listed] = await list()
    assert.deepEqual([listed.id, listed.table_id], [sheet.id, sheet.table])
    assert.deepEqual(bodyOf(await api.get(`${deletedSheets}?q=no such`)).sheets, [])
    assert.equal(bodyOf(await api.get(`${deletedSheets}?q=&limit=1`)).sheets[0].id, sheet.id)

    const stranger = (await world.app.newWorkspace()).api
    assert.equal((await stranger.post(`${deletedSheets}/${sheet.id}/restore`)).status, 404)
    const restored = bodyOf(await api.post(`${deletedSheets}/${sheet.id.toUpperCase()}/restore`)).sheet
    assert.deepEqual([restored.id, restored.table_id], [sheet.id, sheet.table])
    assert.deepEqual(await ids(), [other.id, sheet.id])
    assert.deepEqual(await list(), [])
    await untilQuiet(sheet)
    await until(async () => (await sheet.cell(1, answer.id)).status === 'COMPLETED')
    assert.deepEqual(await sheet.shown(text.id), ['altered', 'line 1'])
    assert.equal((await sheet.cell(0, answer.id)).status, 'STALE')
    world.fake.answerWith(({ text: question }) => ({ text: `third ${question}` }))
    await begin(sheet)
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(answer.id), ['third altered', 'said line 1'])
    // A sheet that is not deleted stays as it is.
    bodyOf(await api.post(`${deletedSheets}/${other.id}/restore`))
    assert.deepEqual(await ids(), [other.id, sheet.id])

    bodyOf(await api.delete(sheet.path))
    bodyOf(await api.delete(`${tablesPath}/${sheet.table}`))
    assert.deepEqual(await list(), [])
    assert.equal((await api.post(`${deletedSheets}/${sheet.id}/restore`)).status, 409)
  })

  it('come back without the rows of a person who was deleted meanwhile', async () => {
    const { api } = await world.app.newWorkspace()
    const sheet = await emptySheet(api)
    const text = await sheet.column('text')
    const words = await sheet.column('words', 'COUNT', { source: 'text', type: 'words' })
    await sheet.add(['one', 'from eve@example.com', 'three', 'four'].map((value) => ({ [text.id]: value })))
    await recalculate(sheet)
    bodyOf(await api.delete(`${tablesPath}/${sheet.table}`))
    const deletion = { identifiers: ['eve@example.com'] }
    const { id } = bodyOf(await api.post('/api/public/v2/person-deletions', deletion), 202).person_deletion
    assert.equal((await endedDeletion(api, id)).deleted.sheet_rows, 1)

    bodyOf(await api.post(`${deletedTables}/${sheet.table}/restore`))
    assert.deepEqual(await sheet.shown(text.id), ['one', 'three', 'four'])
    assert.equal((await sheet.read()).row_count, 3)
    await sheet.add([{ [text.id]: 'a new row' }])
    await recalculate(sheet)
    assert.deepEqual(await sheet.shown(text.id), ['one', 'three', 'four', 'a new row'])
    assert.deepEqual(await sheet.shown(words.id), ['1', '1', '1', '3'])
    const { status_counts } = await sheet.counts()
    assert.deepEqual([status_counts.COMPLETED, status_counts.STALE], [4, 0])
  })

  it('datasets and reports come back with versions, columns, runs and external ids', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const other = await world.app.newWorkspace()
    const v2 = '/api/public/v2'
    const mapping = { source: 'crm', external_id: 'questions' }
    const group = await publishedGroup(api, 'questions', [{ question: '1 + 1' }])
    bodyOf(await api.post(`${v2}/dataset-groups/${group}/external-ids`, mapping), 201)
    const { report_id: report } = bodyOf(
      await api.post('/reports', { name: 'nightly', dataset_group_id: group }),
      201,
    )
    const run = bodyOf(await api.post(`/reports/${report}/run`, { name: 'a run' })).report_id
    bodyOf(await remove(api, [{ id: group, type: 'DATASET' }]))
    bodyOf(await api.delete(`/reports/${report}`))
    const listed = bodyOf(await api.get(`${v2}/deleted-dataset-groups?q=QUEST`))
    assert.deepEqual(
      listed.dataset_groups.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [[group, 'questions']],
    )
    const reports = bodyOf(await api.get(`${v2}/deleted-reports`)).reports
    assert.deepEqual(
      reports.map(({ id, is_blueprint }: { id: number; is_blueprint: boolean }) => [id, is_blueprint]),
      [[report, true]],
    )
    const restoreGroup = `${v2}/deleted-dataset-groups/${group}/restore`
    const restoreReport = `${v2}/deleted-reports/${report}/restore`
    for (const path of [restoreGroup, restoreReport]) assert.equal((await other.api.post(path)).status, 404)

    // The name and the external id are used again by then.
    const newer = await newGroup(api, 'questions')
    bodyOf(await api.post(`${v2}/dataset-groups/${newer}/external-ids`, mapping), 201)
    assert.equal((await api.post(restoreGroup)).status, 409)
    const restored = bodyOf(await api.post(restoreGroup, { name: 'questions of before' }))
    assert.deepEqual(restored.dataset_group, { id: group, name: 'questions of before' })
    assert.deepEqual(
      bodyOf(await api.get(`${v2}/dataset-groups/${newer}/external-ids`)).external_ids.map(
        ({ external_id }: { external_id: string }) => external_id,
      ),
      ['questions'],
    )
    assert.deepEqual(
      (await datasetsOf(api, group)).map(({ row_count }: { row_count: number }) => row_count),
      [1],
    )
    bodyOf(await remove(api, [{ id: newer, type: 'DATASET' }]))
    bodyOf(await api.post(`${v2}/deleted-dataset-groups/${newer}/restore`))
    assert.equal(bodyOf(await api.get(`${v2}/dataset-groups/${newer}/external-ids`)).external_ids.length, 1)
    bodyOf(await api.post(restoreReport))
    // A report that is not archived stays as it is.
    bodyOf(await api.post(restoreReport))
    const pipelines = bodyOf(await api.get(`${v2}/evaluations?include_runs=true`)).evaluations
    assert.deepEqual(
      pipelines.map(({ id, runs }: { id: number; runs: { id: number }[] }) => [
        id,
        runs.map((one) => one.id),
      ]),
      [[report, [run]]],
    )

    bodyOf(await remove(api, [{ id: group, type: 'DATASET' }]))
    bodyOf(await api.delete(`/reports/${report}`))
    const { store } = world.app.context
    await store.transact(async (tx) => {
      for (const table of ['dataset_groups', 'reports'] as const)
        await tx
          .updateTable(table)
          .set({ deleted_at: Date.now() - restorableMilliseconds - 60_000 })
          .where('workspace_id', '=', workspace)
          .where('deleted_at', 'is not', null)
          .execute()
    })
    for (const path of [restoreGroup, restoreReport]) assert.equal((await api.post(path)).status, 404)
    assert.deepEqual(bodyOf(await api.get(`${v2}/deleted-reports`)).reports, [])
  })
})
