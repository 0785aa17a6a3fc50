import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes changes of names in a folder, or the content of a file, survive a power cut. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
