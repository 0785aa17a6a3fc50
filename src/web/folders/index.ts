/** The tree of folders beside a list. */

export { FolderSelect } from './folder-select.tsx'
export { FolderedList } from './foldered-list.tsx'
export { foldersQuery, pathsOf } from './folders.ts'
export { RenameOrMove } from './rename-or-move.tsx'
