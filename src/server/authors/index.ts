export { noteAuthor } from './authors.ts'
export { listAuthorNames, listMadeBy, madeBy } from './queries.ts'
