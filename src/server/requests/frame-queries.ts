import { CompiledQuery } from 'kysely'
import type { Database } from '../db/index.ts'

/** Bytes of uncompressed payloads from which a frame is full; its last payload may exceed them. */
const fullBytes = 48 * 1024
/** A shorter payload counts as this many bytes, so that a frame holds at most 32. */
const leastBytes = fullBytes / 32

const isSingle = `substr(f.frame, 1, 1) = x'01'`

/** Lists the requests of a batch whose payloads are in single frames. Must run before the batch leaves `request_arrivals`. */
export const listUnframed = `insert or ignore into unframed_payloads (request_id, workspace_id)
  select a.request_id, a.workspace_id from request_arrivals a cross join request_payloads p
    on p.workspace_id = a.workspace_id and p.request_id = a.request_id cross join payload_frames f on f.id = p.frame_id
  where a.request_id <= ?1 and ${isSingle}`

export async function countUnframed(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('unframed_payloads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The payloads of a frame belong to one workspace and have neighbouring ids. */
const assignText = `with sized as (
    select u.request_id, u.workspace_id, p.frame_id as single_frame,
      sum(max(cast(single_size(f.frame) as integer), ${leastBytes})) over (partition by u.workspace_id order by u.request_id)
        / ${fullBytes} as part
    from unframed_payloads u cross join request_payloads p
      on p.workspace_id = u.workspace_id and p.request_id = u.request_id cross join payload_frames f on f.id = p.frame_id
    where ${isSingle}),
  assigned as (
    select request_id, single_frame, dense_rank() over (order by workspace_id, part) as frame,
      row_number() over (partition by workspace_id, part order by request_id) - 1 as position
    from sized)
  update unframed_payloads set single_frame = assigned.single_frame,
    frame_id = (select max(id) from payload_frames) + assigned.frame, frame_position = assigned.position
  from assigned where unframed_payloads.request_id = assigned.request_id`

const insertText = `insert into payload_frames (id, frame)
  select u.frame_id, shared_frame(f.frame order by u.frame_position)
  from unframed_payloads u cross join payload_frames f on f.id = u.single_frame group by u.frame_id`

const pointText = `update request_payloads set frame_id = u.frame_id, frame_position = u.frame_position
  from unframed_payloads u
  where request_payloads.workspace_id = u.workspace_id and request_payloads.request_id = u.request_id
    and request_payloads.frame_id = u.single_frame`

const ofSingles = 'where id in (select single_frame from unframed_payloads)'

export const forgetUnframed = CompiledQuery.raw('delete from unframed_payloads')

/**
 * Statements of one unit that put all listed payloads into shared frames. Zeros overwrite each single frame
 * before it is deleted, because SQLite leaves the bytes in the pages that it frees.
 */
export const frameStatements = (): CompiledQuery[] => [
  ...[
    assignText,
    insertText,
    pointText,
    `update payload_frames set frame = zeroblob(octet_length(frame)) ${ofSingles}`,
    `delete from payload_frames ${ofSingles}`,
  ].map((text) => CompiledQuery.raw(text)),
  forgetUnframed,
]
