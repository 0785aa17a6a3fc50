import { sql } from 'kysely'

/** The columns of `PayloadRow`, for a query of `request_payloads`. */
export const payloadColumns = [
  'request_payloads.payload',
  'request_payloads.frame_position',
  sql<Uint8Array | null>`(select f.frame from payload_frames f where f.id = request_payloads.frame_id)`.as(
    'frame',
  ),
] as const

const frameOfRow = (row: string) => `(select f.frame from payload_frames f where f.id = ${row}.frame_id)`

/** SQL for the words of a row of `request_payloads`, for SQLite's word index. */
export const payloadWords = (row: string): string =>
  `case when ${row}.frame_id is null then payload_words(${row}.payload)
    else payload_words_in(${frameOfRow(row)}, ${row}.frame_position) end`

/** SQL for the payload of a row of `request_payloads` on SQLite. */
export const wholePayload = (row: string): string => `case when ${row}.frame_id is null then ${row}.payload
  else payload_item(${frameOfRow(row)}, ${row}.frame_position) end`

/** Estimated bytes of a payload in a shared frame, whose length is not stored. */
const usualItemBytes = 16 * 1024

/** SQL for the bytes that reading a payload takes, for pages that are limited in size. */
export const payloadBytes = (row: string): string =>
  `case when ${row}.frame_id is null then octet_length(${row}.payload) else ${usualItemBytes} end`
