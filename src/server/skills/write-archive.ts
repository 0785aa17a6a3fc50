import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Makes a zip archive of text files. Equal files and times give equal archives. */
export async function writeArchive(files: Iterable<readonly [path: string, content: string]>, time: number) {
  const zip = new ZipFile()
  for (const [path, content] of files)
    zip.addBuffer(Buffer.from(content), path, { mtime: new Date(time), mode: 0o100644 })
  zip.end()
  return buffer(zip.outputStream as Readable)
}
