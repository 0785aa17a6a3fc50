/** Folders, wherever things are kept in them. */
export { FolderTree } from './folder-tree.tsx'
export { foldersQuery, pathsOf } from './folders.ts'
