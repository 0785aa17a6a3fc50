/** Whether a text, or the text in bytes, names a person by one of their identifiers. */
export { namesPerson, searchableLength } from './names-person.ts'
export { textIn } from './text-in.ts'
export { erasedText, withoutPerson } from './without-person.ts'
