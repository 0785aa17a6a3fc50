import { closeSync, fsyncSync, openSync } from 'node:fs'

/** What was made, renamed or removed in the folder survives a power cut. Of a file, its content. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
