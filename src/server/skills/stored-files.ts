import { createHash } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { clashOf, type FileSet } from '../../engine/skills/file-set.ts'

const mebibyte = 1024 * 1024
export const limits = { files: 1000, fileBytes: 5 * mebibyte, totalBytes: 20 * mebibyte } as const

/** A file of a version; its content is stored separately under its hash. */
export interface StoredFile {
  readonly hash: string
  readonly bytes: number
}

/** A file of this call, with its content. */
export interface NewFile extends StoredFile {
  readonly content: string
}

export function newFile(content: string): NewFile {
  return {
    hash: createHash('sha256').update(content).digest('base64url'),
    bytes: Buffer.byteLength(content),
    content,
  }
}

export function readManifest(text: string): Map<string, StoredFile> {
  const rows = JSON.parse(text) as [path: string, hash: string, bytes: number][]
  return new Map(rows.map(([path, hash, bytes]) => [path, { hash, bytes }]))
}

export function writeManifest(files: FileSet<StoredFile>): string {
  const rows = [...files].map(([path, { hash, bytes }]) => [path, hash, bytes] as const)
  return JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @throws Refusal if the files exceed a version's limits. */
export function checkFiles(files: FileSet<StoredFile>) {
  if (files.size > limits.files) throw tooLarge(`A version holds at most ${limits.files} files.`)
  let total = 0
  for (const [path, { bytes }] of files) {
    if (bytes > limits.fileBytes) throw tooLarge(`The file ${path} is larger than ${limits.fileBytes} bytes.`)
    total += bytes
  }
  if (total > limits.totalBytes)
    throw tooLarge(`The files of a version have at most ${limits.totalBytes} bytes together.`)
  const clash = clashOf(files.keys())
  if (clash !== null) throw new Refusal('invalid', clash, { loc: ['body'] })
}

const tooLarge = (message: string) => new Refusal('too_large', message)
