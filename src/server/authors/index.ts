/** The author of an entity, for every kind of entity. */

export { recordAuthor } from './authors.ts'
export { listAuthorNames, listMadeBy, madeBy } from './queries.ts'
