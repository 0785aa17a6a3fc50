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
    if (paths.has(path)) throw refused(`The file ${path} is given twice.`, field, index, 'path')
    paths.add(path)
    files.set(path, file)
  }
}

/** A path that is both a file and a folder, as `a` beside `a/b`; no file system can hold both. */
export function findFileAsFolder(paths: Iterable<string>): string | undefined {
  const all = new Set(paths)
  for (const path of all)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      if (all.has(path.slice(0, slash))) return path.slice(0, slash)
  return undefined
}

const refused = (message: string, ...loc: (string | number)[]) =>
  new Refusal('invalid', message, { loc: ['body', ...loc], type: 'value_error' })
