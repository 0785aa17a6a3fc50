import type { PayloadRow } from '../db/index.ts'

/** A row of `request_payloads` as `bodyColumns` selects it. */
export interface StoredBody extends PayloadRow {
  readonly request_id: number
  readonly body_object: number | null
  readonly body_offset: number | null
  readonly body_length: number | null
  /** Hashes of the media that the body refers to, between spaces. */
  readonly media: string | null
}

/** The place of a frame in object storage. */
export interface FrameAddress {
  readonly object: number
  readonly offset: number
  readonly length: number
}

/** Null: the database holds the body. */
export function frameAddressOf({ body_object, body_offset, body_length }: StoredBody): FrameAddress | null {
  if (body_object === null || body_offset === null || body_length === null) return null
  return { object: body_object, offset: body_offset, length: body_length }
}
