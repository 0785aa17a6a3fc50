/** The tree of folders: the permitted contents of a folder, and the folders that a path names. */

export { checkCount, checkPlacement } from './placement.ts'
export { foldersAt } from './resolve-path.ts'
export { FolderTree } from './tree.ts'
