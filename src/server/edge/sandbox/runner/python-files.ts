import type { PyodideInterface } from 'pyodide'
import { limits } from './limits.ts'

interface FileSystem {
  trackingDelegate: Record<string, (path: string, count: number) => void>
  streams: readonly unknown[]
  cwd(): string
  filesystems: {
    MEMFS: Record<'expandFileStorage' | 'resizeFileStorage', (node: object, size: number) => void>
  }
  ErrnoError: new (errno: number) => Error
}

const changeEvents = [
  'onWriteToFile',
  'onMakeDirectory',
  'onMakeSymlink',
  'onMovePath',
  'onDeletePath',
  'willDeletePath',
]
const noSpace = 51

/**
 * Limits the size of Python's files. Files are outside Python's heap, so neither the memory limit nor the reset of the
 * heap covers them. The returned function says whether a call has changed files.
 */
export function watchFiles(python: PyodideInterface): () => boolean {
  const files = python.FS as unknown as FileSystem
  const folder = files.cwd()
  const opened = countOpen(files)
  let changed = false
  let writtenBytes = 0
  const markChanged = () => {
    changed = true
  }
  for (const name of changeEvents) files.trackingDelegate[name] = markChanged
  files.trackingDelegate['onWriteToFile'] = (path, count) => {
    if (path.startsWith('/dev/')) return
    changed = true
    writtenBytes += count
    if (writtenBytes > limits.pythonFiles) throw new files.ErrnoError(noSpace)
  }
  const { MEMFS } = files.filesystems
  for (const name of ['expandFileStorage', 'resizeFileStorage'] as const) {
    const grow = MEMFS[name].bind(MEMFS)
    MEMFS[name] = (node, size) => {
      if (size > limits.pythonFiles) throw new files.ErrnoError(noSpace)
      changed = true
      grow(node, size)
    }
  }
  return () => changed || files.cwd() !== folder || countOpen(files) !== opened
}

function countOpen({ streams }: FileSystem): number {
  return streams.filter(Boolean).length
}
