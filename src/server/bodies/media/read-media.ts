import { isShownInline } from '../../../engine/media/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Store } from '../../db/index.ts'
import { type Handler, MediaFile } from '../../http/handler.ts'
import { BodyUnavailableError } from '../body-storage.ts'
import { findMedia } from './find-media.ts'

export const readMedia: Handler<'readMedia'> = async ({ store }, { caller, params }) => {
  const media = await available(store, caller.workspace, params.sha256)
  if (!media) throw new Refusal('not_found', 'There are no such media.')
  const { sha256, type, bytes } = media
  return new MediaFile(bytes, type, sha256, isShownInline(type))
}

async function available(store: Store, workspace: number, hash: string) {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  try {
    return (await findMedia(store, workspace, [hash])).get(hash)
  } catch (error) {
    if (!(error instanceof BodyUnavailableError)) throw error
    throw new Refusal('not_found', `The media are not available. ${error.message}`)
  }
}
