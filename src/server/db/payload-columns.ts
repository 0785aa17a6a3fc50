import { sql } from 'kysely'

/** The columns of `PayloadRow`, for a query of `request_payloads`. */
export const payloadColumns = [
  'request_payloads.payload',
  'request_payloads.frame_position',
  sql<Uint8Array | null>`(select f.frame from payload_frames f where f.id = request_payloads.frame_id)`.as(
    'frame',
  ),
] as const

const frame = '(select f.frame from payload_frames f where f.id = p.frame_id)'

/** SQL for the words of a row `p` of `request_payloads`, for SQLite's word index. */
export const payloadWords = `case when p.frame_id is null then payload_words(p.payload)
    else payload_words_in(${frame}, p.frame_position) end`

/** SQL for the payload of a row `p` of `request_payloads` on SQLite. */
export const wholePayload = `case when p.frame_id is null then p.payload
  else payload_item(${frame}, p.frame_position) end`

/** Estimated bytes of a payload in a shared frame, whose length is not stored. */
const assumedItemBytes = 16 * 1024

/** SQL for the bytes that reading a payload `p` takes, for pages that are limited in size. */
export const payloadBytes = `case when p.frame_id is null then octet_length(p.payload) else ${assumedItemBytes} end`
