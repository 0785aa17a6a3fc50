import { sql } from 'kysely'

/** Columns of `PayloadRow`, in a query of `request_payloads`. */
export const payloadColumns = [
  'request_payloads.payload',
  'request_payloads.frame_position',
  sql<Uint8Array | null>`(select f.frame from payload_frames f where f.id = request_payloads.frame_id)`.as(
    'frame',
  ),
] as const

const frameOfRow = (row: string) => `(select f.frame from payload_frames f where f.id = ${row}.frame_id)`

/** On SQLite, the words of a row of `request_payloads`, for the word index. */
export const payloadWords = (row: string): string =>
  `case when ${row}.frame_id is null then payload_words(${row}.payload)
    else payload_words_in(${frameOfRow(row)}, ${row}.frame_position) end`

/** On SQLite, the payload of a row of `request_payloads`. */
export const wholePayload = (row: string): string => `case when ${row}.frame_id is null then ${row}.payload
  else payload_item(${frameOfRow(row)}, ${row}.frame_position) end`

/** Bytes to expect for a payload in the frame of several: its length is not stored. */
const usualItemBytes = 16 * 1024

/** The bytes that reading a payload takes, for pages that are limited in size. */
export const payloadBytes = (row: string): string =>
  `case when ${row}.frame_id is null then octet_length(${row}.payload) else ${usualItemBytes} end`
