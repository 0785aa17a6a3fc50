/** The tree of folders beside a list. */

export { FolderTree } from './folder-tree.tsx'
export { foldersQuery, pathsOf } from './folders.ts'
