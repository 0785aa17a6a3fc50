import { isShownInline } from '../../engine/media/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { type Handler, MediaFile } from '../http/handler.ts'
import { findMedia } from './media-queries.ts'

export const readMedia: Handler<'readMedia'> = async ({ store }, { caller, params }) => {
  const isHash = /^[0-9a-f]{64}$/.test(params.sha256)
  const media = isHash ? await findMedia(store, caller.workspace, params.sha256) : null
  if (!media) throw new Refusal('not_found', 'There are no such media.')
  const { sha256, type, bytes } = media
  return new MediaFile(bytes, type, sha256, isShownInline(type))
}
