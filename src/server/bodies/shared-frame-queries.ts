import { CompiledQuery } from 'kysely'

const requests = 'p.workspace_id = ?1 and p.request_id in (select value from json_each(?2))'
const members = `request_payloads p where ${requests} and p.frame_id is not null and (p.body_object is not null) >= ?3`
const frames = `(select p.frame_id from ${members})`

const takeOut = `update payload_frames
  set frame = payload_without(frame,
    (select json_group_array(p.frame_position) from ${members} and p.frame_id = payload_frames.id))
  where id in ${frames}`
const deleteEmpty = `delete from payload_frames where id in ${frames} and frame = x''`
const leave = `update request_payloads set frame_id = null, frame_position = null
  where rowid in (select p.rowid from ${members})`

/**
 * Statements that take the payloads of requests of a workspace out of their shared frames, each of which is packed once.
 * With `onlyMoved`, of those whose body is in an object. SQLite only.
 */
export const takeOutOfFrames = (
  workspace: number,
  ids: readonly number[],
  { onlyMoved = false } = {},
): CompiledQuery[] =>
  [takeOut, deleteEmpty, leave].map((text) =>
    CompiledQuery.raw(text, [workspace, JSON.stringify(ids), onlyMoved ? 1 : 0]),
  )
