import type { IncomingMessage } from 'node:http'
import type { StreamedField } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Uploaded, Uploads } from '../uploads/index.ts'
import { Base64Decoder } from './base64-decoder.ts'
import { BodySplitter } from './body-splitter.ts'
import type { WorkspaceId } from './caller.ts'

/** All of a body but the file. */
const restLimit = 4 * 1024 * 1024

export interface ReceivedBody {
  /** The body with the id of the upload in the place of the file. */
  readonly rest: Buffer
  readonly file: Uploaded | null
}

/** Reads a body whose one field is a file in base64, and puts the file away as it comes. */
export async function receiveUpload(
  uploads: Uploads,
  workspace: WorkspaceId,
  { path, limit }: StreamedField,
  body: IncomingMessage,
): Promise<ReceivedBody> {
  if (Number(body.headers['content-length'] ?? 0) > largestBody(limit)) throw tooLarge(limit)
  const upload = await uploads.begin(workspace)
  try {
    const splitter = new BodySplitter(path, upload.id)
    const decoder = new Base64Decoder()
    const rest: Buffer[] = []
    let restSize = 0
    const store = async (bytes: Buffer | null) => {
      if (!bytes) throw invalid(path, 'must be base64')
      if (upload.size + bytes.length > limit) throw tooLarge(limit)
      if (bytes.length > 0) await upload.write(bytes)
    }
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const parts = splitter.push(chunk as Buffer)
      for (const part of parts.rest) restSize += part.length
      if (restSize > restLimit) throw tooLarge(limit)
      rest.push(...parts.rest)
      for (const part of parts.field) await store(decoder.push(part))
    }
    await store(decoder.end())
    if (splitter.occurrences > 1) throw invalid(path, 'is given twice')
    const file = await upload.finish()
    if (splitter.occurrences > 0 && file.size === 0) throw invalid(path, 'must not be empty')
    const whole = Buffer.concat(rest)
    if (splitter.occurrences > 0) return { rest: whole, file }
    await uploads.discardUnlessKept(workspace, upload.id)
    return { rest: whole, file: null }
  } catch (error) {
    // What is still on its way would be taken for the next request.
    body.resume()
    await uploads.discardUnlessKept(workspace, upload.id)
    throw error
  }
}

/** Base64 of the file, with its line breaks, and the rest. */
const largestBody = (limit: number) => Math.ceil((limit * 4) / 3) * 1.05 + restLimit

const tooLarge = (limit: number) =>
  new Refusal('too_large', `The body is larger than this endpoint takes: a file may have ${limit} bytes.`)

const invalid = (path: readonly string[], message: string) =>
  new Refusal('invalid', message, { loc: ['body', ...path] })
