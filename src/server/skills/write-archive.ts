import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A zip archive of text files; deterministic for equal files and time. */
export async function writeArchive(files: Iterable<readonly [path: string, content: string]>, time: number) {
  const zip = new ZipFile()
  for (const [path, content] of files)
    zip.addBuffer(Buffer.from(content), path, { mtime: new Date(time), mode: 0o100644 })
  zip.end()
  return buffer(zip.outputStream as Readable)
}
