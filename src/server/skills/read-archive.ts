import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Refusal } from '../../engine/refusal.ts'
import { readFilePath } from '../../engine/skills/file-path.ts'
import type { Upload } from '../http/handler.ts'
import { limits } from './stored-files.ts'

/** More entries than files are accepted, because folders and metadata of Finder are entries too. */
const maxEntries = limits.files * 3
const finderFiles = /(^|\/)(\.DS_Store$|__MACOSX\/)/
/** The type of a file. The upper half of the external attributes is the Unix mode, whose top four bits are the type. */
const fileTypeOf = (entry: Entry) => (entry.externalFileAttributes >>> 28) & 0xf
const unspecified = 0
const regularFile = 0x8

export interface ArchiveFile {
  readonly path: string
  readonly content: string
}

/** Reads the text files of a zip archive, which is not trusted. Nothing beyond the limits is unpacked. */
export async function readArchive({ field, bytes }: Upload): Promise<ArchiveFile[]> {
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > maxEntries) throw new Error(`it has more than ${maxEntries} entries`)
    return await readEntries(zip)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid', `the archive cannot be read: ${(error as Error).message}`, {
      loc: ['body', field],
      type: 'archive_invalid',
    })
  }
}

async function readEntries(zip: ZipFile): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  const paths = new Set<string>()
  let bytesLeft: number = limits.totalBytes
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/') || finderFiles.test(entry.fileName)) continue
    const path = checkedPath(entry)
    if (paths.has(path)) throw new Error(`it contains ${path} twice`)
    paths.add(path)
    bytesLeft -= entry.uncompressedSize
    if (paths.size > limits.files || entry.uncompressedSize > limits.fileBytes || bytesLeft < 0)
      throw new Refusal('too_large', `With ${path}, the archive exceeds the limits of a version.`)
    files.push({ path, content: await textOf(zip, entry, path) })
  }
  return files
}

function checkedPath(entry: Entry): string {
  const reading = readFilePath(entry.fileName)
  if ('problem' in reading) throw new Error(`the path ${entry.fileName.slice(0, 200)} ${reading.problem}`)
  const { path } = reading
  if (entry.isEncrypted()) throw new Error(`${path} is encrypted`)
  if (fileTypeOf(entry) !== unspecified && fileTypeOf(entry) !== regularFile)
    throw new Error(`${path} is a link or a device`)
  if (!entry.canDecodeFileData()) throw new Error(`${path} has an unknown compression method`)
  return path
}

/** Reads the text of an entry. The stream fails if the size differs from the declared size, so the limits hold. */
async function textOf(zip: ZipFile, entry: Entry, path: string): Promise<string> {
  const data = await buffer(await zip.openReadStreamPromise(entry))
  if (crc32(data) !== entry.crc32) throw new Error(`${path} is damaged`)
  if (!isUtf8(data) || data.includes(0)) throw new Error(`${path} is not UTF-8 text`)
  return data.toString('utf8')
}
