import { ExportError, type ReadMovedBody } from '../db/index.ts'
import { createObjectStorage } from '../edge/index.ts'
import type { BodySettings } from './body-storage.ts'
import { type Frame, unpackFrame } from './frame.ts'

const readTimeout = 30_000

/** Reads bodies for an export; `read` throws ExportError if one is not available. */
export function openExportedBodies(settings: BodySettings) {
  const objects = createObjectStorage(settings)
  // Requests arrive in the order of frames, so that the last one is enough.
  let last: { readonly key: string; readonly frame: Frame } | null = null
  const read: ReadMovedBody = async ({ workspace, request, name, offset, length }) => {
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
  return { read, close: () => objects.close() }
}
