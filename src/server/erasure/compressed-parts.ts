import { promisify } from 'node:util'
import { constants, gunzip, inflate, inflateRaw } from 'node:zlib'

/** Maximum bytes of one decompressed part, which is in memory as a whole. */
const maxPart = 16 * 1024 * 1024

/** Bytes and parts that may still be decompressed from one file. */
export interface Budget {
  bytes: number
  parts: number
}

/** Bytes that a part costs if decompressing fails, because it may fail late. */
const costOfFailure = 4 * 1024 * 1024

type Decompress = (bytes: Uint8Array, options: object) => Promise<Buffer>
const [gunzipPart, inflatePart, inflateRawPart]: Decompress[] = [
  promisify(gunzip),
  promisify(inflate),
  promisify(inflateRaw),
]

const startsWith = (bytes: Uint8Array, beginning: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .subarray(0, beginning.length)
    .toString('latin1') === beginning

const isZip = (bytes: Uint8Array) => startsWith(bytes, 'PK\x03\x04')
const isGzip = (bytes: Uint8Array) => startsWith(bytes, '\x1f\x8b')
const isPdf = (bytes: Uint8Array) => startsWith(bytes, '%PDF-')

/** True for zip (which office files are), gzip and PDF. */
export const hasParts = (bytes: Uint8Array): boolean => isZip(bytes) || isGzip(bytes) || isPdf(bytes)

/** Yields the decompressed parts of an archive; null for a part that cannot be read or is too large. */
export async function* compressedParts(bytes: Uint8Array, budget: Budget): AsyncGenerator<Uint8Array | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts = isZip(bytes)
    ? zipParts(buffer)
    : isPdf(bytes)
      ? pdfParts(buffer)
      : [{ bytes: buffer, decompress: gunzipPart! }]
  for (const part of parts) {
    if (budget.parts-- <= 0) return yield null
    yield part && decompressed(part, budget)
  }
}

interface Part {
  readonly bytes: Buffer
  /** Null: the bytes are not compressed. */
  readonly decompress: Decompress | null
}

async function decompressed({ bytes, decompress: by }: Part, budget: Budget): Promise<Uint8Array | null> {
  if (by === null) return bytes
  const maxOutputLength = Math.min(maxPart, budget.bytes)
  if (maxOutputLength <= 0) return null
  try {
    // If a part is cut off, the bytes before the cut are read.
    const part = await by(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
    budget.bytes -= part.length
    return part
  } catch {
    budget.bytes -= costOfFailure
    return null
  }
}

const fileHeader = Buffer.from('PK\x03\x04', 'latin1')
const headerLength = 30

/** Finds the files of a zip by their own headers, because the directory at the end may be wrong or missing. */
function* zipParts(zip: Buffer): Generator<Part | null> {
  for (let offset = zip.indexOf(fileHeader); offset >= 0; ) {
    if (offset + headerLength > zip.length) return
    const [flags, method] = [zip.readUInt16LE(offset + 6), zip.readUInt16LE(offset + 8)]
    const statedSize = zip.readUInt32LE(offset + 18)
    const nameEnd = offset + headerLength + zip.readUInt16LE(offset + 26)
    const start = nameEnd + zip.readUInt16LE(offset + 28)
    yield { bytes: zip.subarray(offset + headerLength, nameEnd), decompress: null }
    const isEncrypted = (flags & 1) === 1
    // Some zips state a size after the file, or in 64 bits; here such a size is unknown.
    const isSized = statedSize > 0 && statedSize < 0xffffffff && start + statedSize <= zip.length
    const bytes = zip.subarray(start, isSized ? start + statedSize : undefined)
    if (isEncrypted || (method !== 0 && method !== deflate)) yield null
    else if (method === deflate) yield { bytes, decompress: inflateRawPart! }
    else if (isSized && hasParts(bytes)) yield { bytes, decompress: null }
    offset = zip.indexOf(fileHeader, isSized ? start + statedSize : start)
  }
}

const deflate = 8

const streamStart = Buffer.from('stream', 'latin1')
const streamEnd = Buffer.from('endstream', 'latin1')

/**
 * Yields the deflated streams of a PDF. A page cuts its strings to move letters, so `inflatePage` joins them again.
 */
function* pdfParts(pdf: Buffer): Generator<Part> {
  for (let offset = pdf.indexOf(streamStart); offset >= 0; ) {
    let start = offset + streamStart.length
    while (pdf[start] === 13 || pdf[start] === 10) start++
    const end = pdf.indexOf(streamEnd, start)
    const isDeflated = (pdf[start]! & 0x0f) === deflate && ((pdf[start]! << 8) | pdf[start + 1]!) % 31 === 0
    const bytes = pdf.subarray(start, end < 0 ? undefined : end)
    if (isDeflated) yield { bytes, decompress: inflatePage }
    offset = end < 0 ? -1 : pdf.indexOf(streamStart, end + streamEnd.length)
  }
}

const stringCuts = /\)\s{0,20}-?[\d.]{0,20}\s{0,20}\(/g

/** Maximum bytes of a page. Joining its strings takes some milliseconds for each MB, without a pause. */
const maxPage = 4 * 1024 * 1024

async function inflatePage(bytes: Uint8Array, options: object): Promise<Buffer> {
  const page = await inflatePart!(bytes, { ...options, maxOutputLength: maxPage })
  const text = page.toString('latin1')
  const joined = text.replaceAll(stringCuts, '')
  return joined.length === text.length ? page : Buffer.concat([page, Buffer.from(`\n${joined}`, 'latin1')])
}
