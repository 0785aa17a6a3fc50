import type { IncomingMessage } from 'node:http'
import type { StreamedField } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { Uploaded, UploadTarget } from '../upload-target.ts'
import { Base64Decoder } from './base64-decoder.ts'
import { BodySplitter } from './body-splitter.ts'

/** Maximum bytes of the body without the file. */
const restLimit = 4 * 1024 * 1024

export interface ReceivedBody {
  /** The body, with the id of the upload in place of the file. */
  readonly rest: Buffer
  readonly file: Uploaded | null
  /** The fault of the file. If the rest of the body has an error, that error is reported instead. */
  readonly problem: Refusal | null
}

/** Reads a body with one file in base64 and stores the file as it arrives. */
export async function receiveUpload(
  uploads: UploadTarget,
  workspace: WorkspaceId,
  { path, limit }: StreamedField,
  body: IncomingMessage,
): Promise<ReceivedBody> {
  if (Number(body.headers['content-length'] ?? 0) > maxBodyBytes(limit)) throw tooLarge(limit)
  const upload = await uploads.begin(workspace)
  try {
    const splitter = new BodySplitter(path, upload.id)
    const decoder = new Base64Decoder()
    const rest: Buffer[] = []
    let restSize = 0
    let isBase64 = true
    const store = async (bytes: Buffer | null) => {
      if (bytes === null) isBase64 = false
      if (bytes === null || bytes.length === 0) return
      if (upload.size + bytes.length > limit) throw tooLarge(limit)
      await upload.write(bytes)
    }
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const parts = splitter.push(chunk as Buffer)
      for (const part of parts.rest) restSize += part.length
      if (restSize > restLimit) throw restTooLarge(path)
      rest.push(...parts.rest)
      for (const part of parts.field) if (isBase64) await store(decoder.push(part))
    }
    if (isBase64) await store(decoder.end())
    const restBytes = Buffer.concat(rest)
    const problem = problemOf(path, splitter.occurrences, isBase64, upload.size)
    if (splitter.occurrences > 0 && problem === null)
      return { rest: restBytes, file: await upload.finish(), problem }
    await uploads.discardUnlessKept(workspace, upload.id)
    return { rest: restBytes, file: null, problem }
  } catch (error) {
    // Without this, Node would read the rest of the body as the next request.
    body.resume()
    await uploads.discardUnlessKept(workspace, upload.id)
    throw error
  }
}

function problemOf(path: readonly string[], occurrences: number, isBase64: boolean, size: number) {
  if (occurrences === 0) return null
  const loc = { loc: ['body', ...path] }
  if (occurrences > 1) return new Refusal('invalid', 'occurs twice', loc)
  if (!isBase64) return new Refusal('invalid', 'must be base64', loc)
  return size === 0 ? new Refusal('invalid', 'must not be empty', loc) : null
}

/** The bytes of a file in base64 with line breaks, and of the rest. */
const maxBodyBytes = (limit: number) => Math.ceil((limit * 4) / 3) * 1.05 + restLimit

const tooLarge = (limit: number) =>
  new Refusal('too_large', `This endpoint takes a file of at most ${limit} bytes.`)

const restTooLarge = (path: readonly string[]) =>
  new Refusal(
    'too_large',
    `The JSON may have at most ${restLimit} bytes beside the file, which must be base64 in ${path.join('.')}.`,
  )
