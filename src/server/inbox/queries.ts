import { sql } from 'kysely'
import {
  chunksOf,
  type Database,
  enqueue,
  type NotificationRow,
  type Tx,
  type WatchedRunRow,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const personNotifications = (db: Database | Tx, workspace: WorkspaceId, person: string) =>
  db.selectFrom('notifications').where('workspace_id', '=', workspace).where('person_id', '=', person)

/** The id of the newest notification of each person that has one. */
export async function newestNotifications(
  tx: Tx,
  workspace: WorkspaceId,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>()
  for (const ids of chunksOf(people)) {
    const rows = await tx
      .selectFrom('notifications')
      .select(({ fn }) => ['person_id', fn.max('id').as('id')])
      .where('workspace_id', '=', workspace)
      .where('person_id', 'in', ids)
      .groupBy('person_id')
      .execute()
    for (const { person_id, id } of rows) newest.set(person_id, id)
  }
  return newest
}

export const insertNotifications = async (tx: Tx, rows: readonly NotificationRow[]) => {
  for (const chunk of chunksOf(rows)) await enqueue(tx, tx.insertInto('notifications').values(chunk))
}

export const deleteNotificationsBefore = (tx: Tx, time: number) =>
  enqueue(tx, tx.deleteFrom('notifications').where('at', '<', time))

interface Page {
  readonly isUnread: boolean
  readonly before: string | undefined
  readonly limit: number
}

/** Lists the newest first. */
export const selectNotifications = (
  db: Database,
  workspace: WorkspaceId,
  person: string,
  { isUnread, before, limit }: Page,
) =>
  personNotifications(db, workspace, person)
    .selectAll()
    .$if(isUnread, (query) => query.where('read_at', 'is', null))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Counts unread notifications up to `limit`. */
export async function countUnread(
  db: Database | Tx,
  workspace: WorkspaceId,
  person: string,
  limit: number,
): Promise<number> {
  const unread = await personNotifications(db, workspace, person)
    .select('id')
    .where('read_at', 'is', null)
    .limit(limit)
    .execute()
  return unread.length
}

export async function markRead(
  tx: Tx,
  workspace: WorkspaceId,
  person: string,
  selection: { readonly ids: readonly string[] } | { readonly upTo: string },
  now: number,
) {
  const marking = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('workspace_id', '=', workspace)
    .where('person_id', '=', person)
    .where('read_at', 'is', null)
  if ('upTo' in selection) await marking.where('id', '<=', selection.upTo).execute()
  else for (const ids of chunksOf(selection.ids)) await marking.where('id', 'in', ids).execute()
}

const deleteOfComments = (tx: Tx, workspace: WorkspaceId, ids: readonly number[]) =>
  tx.deleteFrom('notifications').where('workspace_id', '=', workspace).where('comment_id', 'in', ids)

export async function deleteNotificationsOfComments(tx: Tx, workspace: WorkspaceId, ids: readonly number[]) {
  for (const chunk of chunksOf(ids)) await enqueue(tx, deleteOfComments(tx, workspace, chunk))
}

export const deleteMentionsExcept = (
  tx: Tx,
  workspace: WorkspaceId,
  comment: number,
  people: readonly string[],
) =>
  enqueue(
    tx,
    deleteOfComments(tx, workspace, [comment])
      .where('kind', '=', 'mention')
      .$if(people.length > 0, (query) => query.where('person_id', 'not in', people)),
  )

export const updateTextOfComment = (tx: Tx, workspace: WorkspaceId, comment: number, text: string) =>
  enqueue(
    tx,
    tx
      .updateTable('notifications')
      .set({ text })
      .where('workspace_id', '=', workspace)
      .where('comment_id', '=', comment),
  )

export interface SentNotification {
  readonly kind: NotificationRow['kind']
  readonly at: number
  readonly text: string
  /** The beginning of the subject's JSON, without the name, which may have changed. */
  readonly subjectStart: string
}

/** Gives all notifications of one event a new text, and marks them as read. */
export const updateNotifications = (
  tx: Tx,
  workspace: WorkspaceId,
  { kind, at, text, subjectStart }: SentNotification,
  outcome: { readonly text: string; readonly now: number },
) =>
  enqueue(
    tx,
    tx
      .updateTable('notifications')
      .set(({ fn, val }) => ({ text: outcome.text, read_at: fn.coalesce('read_at', val(outcome.now)) }))
      .where('at', '=', at)
      .where('workspace_id', '=', workspace)
      .where('kind', '=', kind)
      .where('text', '=', text)
      .where(
        ({ fn, val }) =>
          sql<boolean>`${fn('substr', ['subject', val(1), val(subjectStart.length)])} = ${subjectStart}`,
      ),
  )

export const insertWatchedRun = (tx: Tx, row: WatchedRunRow) =>
  enqueue(tx, tx.insertInto('watched_runs').values(row))

const isEnded = sql<boolean>`exists (select 1 from sheet_operations where workspace_id = watched_runs.workspace_id
  and id = watched_runs.run_id and status not in ('queued', 'running'))`

/** SQL for a number with commas, such as `1,234,567`, on both engines. `count` is an integer column. */
const withCommas = (count: string) => {
  const lastThree = (number: string) => `substr(cast(1000 + (${number}) % 1000 as text), 2)`
  return `case when ${count} < 1000 then cast(${count} as text)
    when ${count} < 1000000 then (${count} / 1000) || ',' || ${lastThree(count)}
    else (${count} / 1000000) || ',' || ${lastThree(`${count} / 1000`)} || ',' || ${lastThree(count)} end`
}

const cellsOf = (count: string) =>
  `${withCommas(count)} || case when ${count} = 1 then ' cell' else ' cells' end`

const endText = sql<string>`case when run.status = 'failed' then 'Failed: ' || coalesce(run.message, '')
  else case when run.failed > 0
      then ${sql.raw(cellsOf('run.failed'))} || ' failed, ' || ${sql.raw(withCommas('run.completed'))} || ' computed'
      else ${sql.raw(cellsOf('run.completed'))} || ' computed' end
    || coalesce('. ' || run.message, '') end`

/**
 * If the run has ended, writes a notification and stops watching the run. There is no notification if the run took less
 * than `shortest` milliseconds.
 */
export async function notifyOfEnd(
  tx: Tx,
  workspace: WorkspaceId,
  run: string,
  { id, now, shortest }: { readonly id: string; readonly now: number; readonly shortest: number },
) {
  const notifications = tx
    .selectFrom('watched_runs')
    .innerJoin('sheet_operations as run', (join) =>
      join
        .onRef('run.workspace_id', '=', 'watched_runs.workspace_id')
        .onRef('run.id', '=', 'watched_runs.run_id'),
    )
    .where('watched_runs.workspace_id', '=', workspace)
    .where('watched_runs.run_id', '=', run)
    .where('watched_runs.started_at', '<=', now - shortest)
    .where('run.status', 'not in', ['queued', 'running'])
    .select(({ ref, val }) => [
      'watched_runs.workspace_id',
      'watched_runs.person_id',
      val(id).as('id'),
      sql<string>`'run_finished'`.as('kind'),
      sql<string>`'person'`.as('actor_kind'),
      ref('watched_runs.person_id').as('actor_id'),
      ref('watched_runs.person_name').as('actor_name'),
      'watched_runs.subject',
      endText.as('text'),
      sql<number>`cast(${now} as bigint)`.as('at'),
    ])
  await enqueue(
    tx,
    tx
      .insertInto('notifications')
      .columns([
        ...(['workspace_id', 'person_id', 'id', 'kind', 'actor_kind', 'actor_id', 'actor_name'] as const),
        ...(['subject', 'text', 'at'] as const),
      ])
      .expression(notifications as never),
  )
  await enqueue(tx, unwatching(tx, workspace, run).where(isEnded))
}

const unwatching = (tx: Tx, workspace: WorkspaceId, run: string) =>
  tx.deleteFrom('watched_runs').where('workspace_id', '=', workspace).where('run_id', '=', run)

/** The end of the run is not notified. */
export const unwatchRun = (tx: Tx, workspace: WorkspaceId, run: string) =>
  enqueue(tx, unwatching(tx, workspace, run))
