export { checkArrival, checkCount } from './placement.ts'
export { foldersAt } from './resolve-path.ts'
export { FolderTree } from './tree.ts'
