import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '../../src/contract/index.ts'
import { deleteCommentsOnDeletedRequests } from '../../src/server/comments/index.ts'
import { notifyIfEnded } from '../../src/server/inbox/index.ts'
import { deleteRequests } from '../../src/server/requests/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { type Api, apiOf } from '../kit/api.ts'
import type { TestApp } from '../kit/app.ts'
import { joinAs, startWithAda, type Visitor } from './support/browser-api.ts'
import { publish, userChat } from './support/templates.ts'

const tables = '/api/public/v2/tables'

describe('comments and the inbox', () => {
  let app: TestApp
  let ada: Visitor
  let grace: Visitor
  let admin: Api
  let prompt: number
  let clockOffset = 0
  const person = async (visitor: Visitor) => (await visitor.send('GET', '/session')).body.person.id as string
  const inbox = async (visitor: Visitor) => (await visitor.send('GET', '/notifications')).body
  const comment = (visitor: Visitor, body: object) => visitor.send('POST', '/comments', body)
  const onPrompt = (text: string, more: object = {}) => ({
    subject_type: 'prompt',
    subject_id: String(prompt),
    text,
    ...more,
  })

  before(async () => {
    const started = await startWithAda({ now: () => Date.now() + clockOffset })
    app = started.app
    ada = started.visitor
    grace = (await joinAs(app, ada, 'grace@example.com', 'contributor')).visitor
    admin = apiOf(
      app.baseUrl,
      (await ada.send('POST', '/api-keys', { name: 'an admin', role: 'admin' })).body.key,
    )
    prompt = (await publish(admin, 'commented', userChat('one'))).id
  })
  after(() => app.close())

  it('notifies mentioned members, and earlier authors of a thread, but not the author', async () => {
    const first = await comment(ada, onPrompt('Too long, @Grace?', { mentions: [await person(grace)] }))
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assert.deepEqual(first.body.comment.mentions, [{ id: await person(grace), name: 'grace@example.com' }])
    const [mention] = (await inbox(grace)).notifications
    assert.deepEqual(
      [mention.kind, mention.actor.name, mention.subject.name, mention.text, mention.read_at],
      ['mention', 'Ada', 'commented', 'Too long, @Grace?', null],
    )
    assert.equal((await inbox(ada)).notifications.length, 0)
    await comment(grace, onPrompt('Shorter now.'))
    assert.deepEqual(
      (await inbox(ada)).notifications.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
      [['reply', 'Shorter now.']],
    )
    const read = await grace.send('POST', '/notifications/read', { ids: [mention.id] })
    assert.deepEqual(read.body, { success: true, unread_count: 0 })
    assert.equal((await inbox(grace)).unread_count, 0)
    // A person cannot mark another person's notification as read.
    const other = (await inbox(ada)).notifications[0].id
    await grace.send('POST', '/notifications/read', { ids: [other] })
    assert.equal((await inbox(ada)).unread_count, 1)
    await ada.send('POST', '/notifications/read', { up_to_id: other })
    assert.equal((await inbox(ada)).unread_count, 0)
  })

  it('may be edited by its author, and deleted by its author and admins', async () => {
    const created = (await comment(grace, onPrompt('of Grace', { version_number: 1 }))).body.comment
    assert.equal(created.subject.version_number, 1)
    const list = await ada.send('GET', `/comments?subject_type=prompt&subject_id=${prompt}&version_number=1`)
    assert.deepEqual(
      list.body.comments.map((comment: { id: number; may_edit: boolean; may_delete: boolean }) => [
        comment.id,
        comment.may_edit,
        comment.may_delete,
      ]),
      [[created.id, false, true]],
    )
    assert.equal((await ada.send('PATCH', `/comments/${created.id}`, { text: 'of Ada' })).status, 403)
    const edited = await grace.send('PATCH', `/comments/${created.id}`, {
      text: 'edited',
      mentions: [await person(ada)],
    })
    assert.equal(edited.body.comment.text, 'edited')
    assert.notEqual(edited.body.comment.edited_at, null)
    assert.equal((await inbox(ada)).notifications[0].text, 'edited')
    const own = (await comment(ada, onPrompt('of Ada'))).body.comment
    assert.equal((await grace.send('DELETE', `/comments/${own.id}`)).status, 403)
    assert.equal((await ada.send('DELETE', `/comments/${created.id}`)).status, 200)
    assert.equal((await ada.send('DELETE', `/comments/${created.id}`)).status, 404)
    const hers = (await comment(grace, onPrompt('of Grace'))).body.comment
    assert.equal((await grace.send('DELETE', `/comments/${hers.id}`)).status, 200)
  })

  it('follows a row of a sheet when earlier rows are deleted', async () => {
    const table = (await admin.post(tables, { title: 'Commented rows' })).body.table.id
    const sheet = (await admin.get(`${tables}/${table}/sheets`)).body.data[0].id
    const rows = `${tables}/${table}/sheets/${sheet}/rows`
    await admin.post(rows, { count: 3 })
    const at = async () => {
      const { body } = await ada.send('GET', `/comments?subject_type=sheet&subject_id=${sheet}`)
      return body.comments.map(({ subject }: { subject: { row_index: number } }) => subject.row_index)
    }
    const body = { subject_type: 'sheet', subject_id: sheet, row_index: 2, text: 'wrong answer' }
    const created = await comment(ada, body)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    assert.deepEqual(
      [created.body.comment.subject.table_id, created.body.comment.subject.name],
      [table, 'Commented rows'],
    )
    assert.deepEqual(await at(), [2])
    const deleted = await admin.delete(rows, {}, { row_indices: [0] })
    assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
    assert.deepEqual(await at(), [1])
    assert.equal((await comment(ada, { ...body, row_index: 99 })).status, 404)
  })

  it('changes and deletes its notifications, and keeps mentions of people who have left', async () => {
    const table = (await admin.post(tables, { title: 'Notified rows' })).body.table.id
    const sheet = (await admin.get(`${tables}/${table}/sheets`)).body.data[0].id
    const rows = `${tables}/${table}/sheets/${sheet}/rows`
    await admin.post(rows, { count: 3 })
    const leaver = await joinAs(app, ada, 'leaver@example.com', 'viewer')
    const mentions = [await person(grace), leaver.id]
    const subject = { subject_type: 'sheet', subject_id: sheet, row_index: 2 }
    const { id } = (await comment(ada, { ...subject, text: 'Secret', mentions })).body.comment
    const other = (await comment(ada, { ...subject, text: 'Secret', mentions })).body.comment
    const listed = async (visitor: Visitor) =>
      (await inbox(visitor)).notifications
        .filter(({ subject }: { subject: { id: string } }) => subject.id === sheet)
        .map(({ text, subject }: { text: string; subject: { row_index: number | null } }) => [
          text,
          subject.row_index,
        ])
    await admin.delete(rows, {}, { row_indices: [0] })
    assert.deepEqual(await listed(grace), [
      ['Secret', 1],
      ['Secret', 1],
    ])
    assert.equal((await ada.send('DELETE', `/comments/${other.id}`)).status, 200)
    assert.deepEqual(await listed(leaver.visitor), [['Secret', 1]])
    assert.equal((await ada.send('DELETE', `/members/${leaver.id}`)).status, 200)
    const edit = { text: 'Harmless', mentions }
    assert.equal((await ada.send('PATCH', `/comments/${id}`, edit)).status, 200)
    assert.deepEqual(await listed(grace), [['Harmless', 1]])
    assert.equal((await comment(ada, { ...subject, row_index: 0, ...edit })).status, 404)
    await admin.delete(rows, {}, { row_indices: [1] })
    assert.deepEqual(await listed(grace), [['Harmless', null]])
    assert.equal((await ada.send('PATCH', `/comments/${id}`, { ...edit, mentions: [leaver.id] })).status, 200)
    assert.deepEqual(await listed(grace), [])
  })

  it('deletes its notifications after the clock was set back', async () => {
    const ofGrace = async () =>
      (await inbox(grace)).notifications.filter(({ text }: { text: string }) => text === 'Early secret')
    const { id } = (await comment(ada, onPrompt('Early secret'))).body.comment
    clockOffset = -3_600_000
    const edit = { text: 'Early secret', mentions: [await person(grace)] }
    assert.equal((await ada.send('PATCH', `/comments/${id}`, edit)).status, 200)
    clockOffset = 0
    assert.equal((await ofGrace()).length, 2)
    assert.equal((await ada.send('DELETE', `/comments/${id}`)).status, 200)
    assert.deepEqual(await ofGrace(), [])
  })

  it('notifies after the newest notification, although the clock was set back', async () => {
    const mention = async (text: string) => comment(ada, onPrompt(text, { mentions: [await person(grace)] }))
    await mention('Before')
    const { id } = (await inbox(grace)).notifications[0]
    const hour = 3_600_000
    const time = (Number.parseInt(id.replace('-', '').slice(0, 12), 16) + hour).toString(16).padStart(12, '0')
    const early = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
    await app.context.store.transact((tx) =>
      tx.updateTable('notifications').set({ id: early }).where('id', '=', id).execute(),
    )
    await mention('After')
    await mention('Last')
    const texts = (await inbox(grace)).notifications.map(({ text }: { text: string }) => text)
    assert.deepEqual(texts.slice(0, 3), ['Last', 'After', 'Before'])
    await grace.send('POST', '/notifications/read', { up_to_id: early })
    assert.equal((await inbox(grace)).unread_count, 2)
    const page = (await grace.send('GET', `/notifications?before_id=${early}`)).body.notifications
    assert.ok(!page.some(({ text }: { text: string }) => text === 'After'))
  })

  it('refuses subjects, parts and people that are not there', async () => {
    const statuses = await Promise.all([
      comment(ada, onPrompt('x', { version_number: 9 })),
      comment(ada, onPrompt('x', { row_index: 1 })),
      comment(ada, onPrompt('x', { mentions: [randomUUID()] })),
      comment(ada, { ...onPrompt('x'), subject_id: 'commented' }),
      comment(ada, { ...onPrompt('x'), subject_type: 'request', subject_id: '99999999999999999999' }),
      comment(ada, { ...onPrompt('x'), subject_type: 'trace', subject_id: 'f'.repeat(32) }),
      comment(ada, { ...onPrompt('x'), subject_type: 'sheet', subject_id: randomUUID() }),
      comment(ada, onPrompt('  ')),
      admin.get('/api/public/v2/notifications'),
    ])
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 400, 404, 404, 404, 404, 404, 422, 403],
    )
  })

  it('notifies deciders of release requests, and the requester of the decision', async () => {
    const request = await grace.send('POST', '/release-requests', {
      prompt_id: prompt,
      label: 'prod',
      version_number: 1,
      note: 'ready',
    })
    const [notification] = (await inbox(ada)).notifications
    assert.deepEqual([notification.kind, notification.text], ['release_request', 'prod → v1: ready'])
    await ada.send('POST', `/release-requests/${request.body.release_request.id}/decision`, {
      decision: 'approved',
    })
    const [decision] = (await inbox(grace)).notifications
    assert.deepEqual([decision.kind, decision.text], ['release_decision', 'Approved: prod → v1'])
  })

  it('notifies the other deciders of the outcome of a release request, and does not leave it unread', async () => {
    const linus = (await joinAs(app, ada, 'linus@example.com', 'publisher')).visitor
    const ask = async (note: string) => {
      const body = { prompt_id: prompt, label: 'staging', version_number: 1, note }
      const { status, body: answer } = await grace.send('POST', '/release-requests', body)
      assert.equal(status, 201, JSON.stringify(answer))
      return answer.release_request.id as number
    }
    const decide = async (visitor: Visitor, id: number, decision: string, note?: string) => {
      const answer = await visitor.send('POST', `/release-requests/${id}/decision`, { decision, note })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    const requestsIn = async (visitor: Visitor) =>
      (await inbox(visitor)).notifications
        .filter(({ kind }: { kind: string }) => kind === 'release_request')
        .map(({ text, read_at }: { text: string; read_at: string | null }) => [text, read_at !== null])

    const first = await ask('try it')
    assert.deepEqual(await requestsIn(linus), [['staging → v1: try it', false]])
    const unread = (await inbox(linus)).unread_count
    await decide(ada, first, 'denied', 'too long')
    assert.equal((await inbox(linus)).unread_count, unread - 1)
    const second = await ask('try it')
    await decide(grace, second, 'withdrawn')
    await ask('try it')
    const outcomes = [
      ['staging → v1: try it', false],
      ['Withdrawn by grace@example.com: staging → v1', true],
      ['Denied by Ada: staging → v1. too long', true],
    ]
    assert.deepEqual(await requestsIn(linus), outcomes)
    assert.deepEqual((await requestsIn(ada)).slice(0, 3), outcomes)
  })

  it('notifies the person who started a long run when the run ends', async () => {
    const table = (await admin.post(tables, { title: 'Long run' })).body.table.id
    const sheet = (await admin.get(`${tables}/${table}/sheets`)).body.data[0]
    const path = `/tables/${table}/sheets/${sheet.id}`
    await ada.send('POST', `${path}/rows`, { count: 2 })
    const code = 'import time\ntime.sleep(1)\nreturn 1'
    const column = { title: 'slow', type: 'CODE_EXECUTION', config: { code, language: 'PYTHON' } }
    const reply = await ada.send('POST', `${path}/columns`, { ...column, queue_cells: false })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const begun = await ada.send('POST', `${path}/operations`, {})
    assert.equal(begun.status, 202, JSON.stringify(begun.body))
    // The update simulates a run that was started long ago.
    const { store } = app.context
    await store.append([store.db.updateTable('watched_runs').set({ started_at: 0 }).compile()])
    const isEnded = async () => (await inbox(ada)).notifications[0]?.kind === 'run_finished'
    while (!(await isEnded())) await sleep(50)
    const [notification] = (await inbox(ada)).notifications
    assert.deepEqual(
      [notification.kind, notification.text, notification.subject.name],
      ['run_finished', '3 cells computed', `Long run, ${sheet.title}`],
    )
    assert.deepEqual(await store.db.selectFrom('watched_runs').selectAll().execute(), [])
  })

  it('sends no notification of a run that a person cancelled', async () => {
    const { store } = app.context
    const [run] = await store.db.selectFrom('sheet_operations').selectAll().execute()
    const workspace = run!.workspace_id as WorkspaceId
    const count = (await inbox(ada)).notifications.length
    await store.append([
      store.db.updateTable('sheet_operations').set({ status: 'running' }).where('id', '=', run!.id).compile(),
      store.db
        .insertInto('watched_runs')
        .values({
          workspace_id: workspace,
          run_id: run!.id,
          person_id: await person(ada),
          person_name: 'Ada',
          subject: '{}',
          started_at: 0,
        })
        .compile(),
    ])
    const { table_id } = run!
    const [{ id: sheet }] = (await admin.get(`${tables}/${table_id}/sheets`)).body.data
    const operation = `${tables}/${table_id}/sheets/${sheet}/operations/${run!.id}`
    assert.equal((await admin.delete(operation)).status, 200)
    assert.equal((await inbox(ada)).notifications.length, count)
    assert.deepEqual(await store.db.selectFrom('watched_runs').selectAll().execute(), [])
  })

  it('says how a run ended: failed cells first, numbers with separators, and why cells were left out', async () => {
    const { store } = app.context
    const [run] = await store.db.selectFrom('sheet_operations').selectAll().execute()
    const { workspace_id, id } = run!
    const ends = [
      [{ completed: 1, failed: 0 }, '1 cell computed'],
      [{ completed: 2_000, failed: 0 }, '2,000 cells computed'],
      [{ completed: 1_007, failed: 1 }, '1 cell failed, 1,007 computed'],
      [{ completed: 12_345_006, failed: 999 }, '999 cells failed, 12,345,006 computed'],
      [
        { status: 'cancelled', completed: 40, failed: 0, message: 'The budget is used up.' },
        '40 cells computed. The budget is used up.',
      ],
      [{ status: 'failed', message: 'No answer.' }, 'Failed: No answer.'],
    ] as const
    for (const [end, text] of ends) {
      const ended = { status: 'completed', message: null, ...end }
      const watched = { workspace_id, run_id: id, person_id: await person(ada), person_name: 'Ada' }
      const subject = { type: 'sheet', id: run!.id, name: 'x', table_id: run!.table_id }
      await store.append([
        store.db.updateTable('sheet_operations').set(ended).where('id', '=', id).compile(),
        store.db
          .insertInto('watched_runs')
          .values({
            ...watched,
            subject: JSON.stringify({ ...subject, version_number: null, row_index: null }),
            started_at: 0,
          })
          .compile(),
      ])
      await store.transact((tx) => notifyIfEnded(tx, workspace_id as WorkspaceId, id, Date.now()))
      assert.equal((await inbox(ada)).notifications[0].text, text)
    }
  })

  it('is deleted with its request', async () => {
    const { body } = await admin.post('/log-request', endpoints.logRequest.example.body)
    const created = await comment(ada, {
      subject_type: 'request',
      subject_id: String(body.id),
      text: 'an outlier',
      mentions: [await person(grace)],
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { store } = app.context
    const { workspace } = (await admin.get('/api/public/v2/workspace')).body
    const stored = () =>
      store.db
        .selectFrom('comments')
        .select('id')
        .where('subject_type', '=', 'request')
        .where('subject_id', '=', String(body.id))
        .execute()
    assert.equal((await stored()).length, 1)
    await deleteRequests(store, workspace.id, [body.id])
    await deleteCommentsOnDeletedRequests(store, workspace.id)
    assert.deepEqual(await stored(), [])
    const texts = (await inbox(grace)).notifications.map(({ text }: { text: string }) => text)
    assert.ok(!texts.includes('an outlier'))
  })
})
