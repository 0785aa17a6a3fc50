/** The tree of folders beside a list. */

export { FolderSelect } from './folder-select.tsx'
export { FolderTree } from './folder-tree.tsx'
export { foldersQuery, pathsOf } from './folders.ts'
export { RenameOrMove } from './rename-or-move.tsx'
