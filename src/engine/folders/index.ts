/** The tree of folders: what may stand where, and which folders a path means. */

export { checkArrival, checkCount } from './placement.ts'
export { foldersAt } from './resolve-path.ts'
export { FolderTree } from './tree.ts'
