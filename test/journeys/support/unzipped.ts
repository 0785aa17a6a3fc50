import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** The files of a zip archive as texts. */
export async function unzipped(bytes: Buffer): Promise<Map<string, string>> {
  const archive = await open(bytes, { lazyEntries: true })
  const read = promisify(
    archive.openReadStream.bind(archive) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )
  const files = new Map<string, string>()
  return new Promise((resolve, reject) => {
    archive.on('error', reject)
    archive.on('end', () => resolve(files))
    archive.on('entry', (entry: Entry) => {
      read(entry)
        .then(buffer)
        .then((content) => {
          files.set(entry.fileName, content.toString('utf8'))
          archive.readEntry()
        })
        .catch(reject)
    })
    archive.readEntry()
  })
}
