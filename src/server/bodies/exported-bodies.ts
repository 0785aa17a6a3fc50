import { ExportError, type ReadMoved } from '../db/index.ts'
import { createObjectStorage } from '../edge/index.ts'
import type { BodySettings } from './body-storage.ts'
import { type Frame, unpackFrame } from './frame.ts'

const readTimeout = 30_000

/** Reads bodies and media for an export; throws ExportError if one is not available. */
export function openExportedBodies(settings: BodySettings) {
  const objects = createObjectStorage(settings)
  // Requests arrive in the order of frames, so caching the last frame is enough.
  let last: { readonly key: string; readonly frame: Frame } | null = null
  const body: ReadMoved['body'] = async ({ workspace, request, name, offset, length }) => {
    const key = `${workspace} ${name} ${offset}`
    try {
      if (last?.key !== key)
        last = {
          key,
          frame: await unpackFrame(await objects.read(name, offset, length, readTimeout), workspace),
        }
    } catch (error) {
      throw new ExportError(
        `The body of request ${request} cannot be read from ${name} (${(error as Error).message}).`,
      )
    }
    const body = last.frame.get(request)
    if (!body) throw new ExportError(`The object ${name} does not hold the body of request ${request}.`)
    return body
  }
  const media: ReadMoved['media'] = async (name, size) => {
    try {
      return await objects.read(name, 0, size, readTimeout)
    } catch (error) {
      throw new ExportError(`Media cannot be read from ${name} (${(error as Error).message}).`)
    }
  }
  return { read: { body, media }, close: () => objects.close() }
}
