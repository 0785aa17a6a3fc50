import { Busboy } from '@fastify/busboy'
import type { MultipartForm } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Upload } from '../handler.ts'
import { parseJson } from '../json.ts'

/** Maximum parts; more than the two of any form, so that an error can name an unknown part. */
const maxParts = 8

export interface FormBody {
  readonly json: unknown
  readonly upload: Upload | null
}

/** Reads the body of an endpoint that takes JSON, or a form with JSON and a file. */
export async function readForm(
  form: MultipartForm,
  contentType: string | undefined,
  bytes: Buffer,
): Promise<FormBody> {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
  if (mediaType === 'multipart/form-data') return assemble(form, await readParts(contentType!, bytes))
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json'))
    throw new Refusal('unsupported_media_type', 'The body must be application/json or multipart/form-data.')
  return { json: bytes.length > 0 ? parseJson(bytes) : undefined, upload: null }
}

function assemble(form: MultipartForm, parts: readonly Upload[]): FormBody {
  const single = (names: readonly string[]): Upload | undefined => {
    const [part, second] = parts.filter(({ field }) => names.includes(field))
    if (second) throw malformed('the form contains this part twice', second.field)
    return part
  }
  const unknown = parts.find(({ field }) => ![...form.json, ...form.file].includes(field))
  if (unknown) throw malformed('the form has no such part', unknown.field)
  const text = single(form.json)
  return { json: text ? parseJson(text.bytes) : {}, upload: single(form.file) ?? null }
}

/** Reads all parts as bytes, because clients disagree on which parts are files. */
function readParts(contentType: string, bytes: Buffer): Promise<Upload[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload[]>()
  const parts: Upload[] = []
  const fail = (error: unknown) => reject(malformed(`the form cannot be read: ${(error as Error).message}`))
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      limits: { parts: maxParts, headerPairs: 32, headerSize: 8192 },
    })
    parser.on('file', (field, stream) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', fail)
      stream.on('end', () => parts.push({ field: String(field), bytes: Buffer.concat(chunks) }))
    })
    parser.on('partsLimit', () => fail(new Error(`it has more than ${maxParts} parts`)))
    parser.on('error', fail)
    parser.on('finish', () => resolve(parts))
    parser.end(bytes)
  } catch (error) {
    fail(error)
  }
  return promise
}

function malformed(message: string, field?: string): Refusal {
  const loc = field === undefined ? ['body'] : ['body', field]
  return new Refusal('invalid', message, { loc, type: 'form_invalid' })
}
