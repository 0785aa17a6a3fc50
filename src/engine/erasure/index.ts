/** Whether a text names a person by one of their identifiers. */
export { namesPerson, searchableLength } from './names-person.ts'
