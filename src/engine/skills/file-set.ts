import { Refusal } from '../refusal.ts'

/** The files of one version by path. */
export type FileSet<F> = ReadonlyMap<string, F>

export interface Move {
  readonly old_path: string
  readonly new_path: string
}

/** Puts a file at a path, replacing any file there. */
export interface Update<F> {
  readonly path: string
  readonly file: F
}

export interface Changes<F> {
  readonly deletes: readonly string[]
  readonly moves: readonly Move[]
  readonly updates: readonly Update<F>[]
}

/**
 * Applies deletes, then all moves at once (so that two files can swap), then updates: a file can be moved and rewritten
 * in one save. Every change must refer to an existing file.
 */
export function changeFiles<F>(files: FileSet<F>, { deletes, moves, updates }: Changes<F>): Map<string, F> {
  const changed = new Map(files)
  for (const [index, path] of deletes.entries())
    if (!changed.delete(path)) throw refused(`There is no file ${path} to delete.`, 'deletes', index)
  moveFiles(changed, moves)
  addFiles(changed, updates, 'file_updates')
  return changed
}

function moveFiles<F>(files: Map<string, F>, moves: readonly Move[]) {
  const moved = moves.map(({ old_path }, index) => {
    const file = files.get(old_path)
    if (file === undefined || !files.delete(old_path))
      throw refused(`There is no file ${old_path} to move.`, 'moves', index, 'old_path')
    return file
  })
  for (const [index, { new_path }] of moves.entries()) {
    if (files.has(new_path)) throw refused(`There is a file ${new_path} already.`, 'moves', index, 'new_path')
    files.set(new_path, moved[index]!)
  }
}

/** Adds files at their paths. A path twice in one request is refused, because the order would matter. */
export function addFiles<F>(files: Map<string, F>, updates: readonly Update<F>[], field: string) {
  const paths = new Set<string>()
  for (const [index, { path, file }] of updates.entries()) {
    if (paths.has(path)) throw refused(`The file ${path} occurs twice.`, field, index, 'path')
    paths.add(path)
    files.set(path, file)
  }
}

/**
 * Why a folder on disk cannot hold these files; null if it can. Letters that differ in case alone are the same on macOS
 * and Windows, where one of two such files would overwrite the other.
 */
export function clashOf(paths: Iterable<string>): string | null {
  const files = new Map<string, string>()
  for (const path of paths) {
    const folded = path.toLowerCase()
    const other = files.get(folded)
    if (other !== undefined) return `${other} and ${path} differ only in upper and lower case.`
    files.set(folded, path)
  }
  for (const folded of files.keys())
    for (let slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1)) {
      const file = files.get(folded.slice(0, slash))
      if (file !== undefined) return `${file} is a file and a folder at once.`
    }
  return null
}

const refused = (message: string, ...loc: (string | number)[]) =>
  new Refusal('invalid', message, { loc: ['body', ...loc], type: 'value_error' })
