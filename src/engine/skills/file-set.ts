import { Refusal } from '../refusal.ts'

/** The files of one version by path, whatever is known of each. */
export type FileSet<F> = ReadonlyMap<string, F>

export interface Move {
  readonly old_path: string
  readonly new_path: string
}

/** A file to be put at a path, in the place of what may be there. */
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
 * Deletes, then all moves at once (so two files can swap), then updates: a file can be moved and rewritten in
 * one save. Each change must find what it speaks of.
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

/** Puts files at their paths. The same path twice in one request would make the order matter. */
export function addFiles<F>(files: Map<string, F>, updates: readonly Update<F>[], field: string) {
  const seen = new Set<string>()
  for (const [index, { path, file }] of updates.entries()) {
    if (seen.has(path)) throw refused(`The file ${path} is given twice.`, field, index, 'path')
    seen.add(path)
    files.set(path, file)
  }
}

/** A path that is a file and a folder at once, as `a` beside `a/b`: no disk could hold both. */
export function findFileAsFolder(paths: Iterable<string>): string | undefined {
  const all = new Set(paths)
  for (const path of all)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      if (all.has(path.slice(0, slash))) return path.slice(0, slash)
  return undefined
}

const refused = (message: string, ...loc: (string | number)[]) =>
  new Refusal('invalid', message, { loc: ['body', ...loc], type: 'value_error' })
