/** What other screens bring to the playground. */
export { type Asked, benchOfAsked } from './from-request.ts'
export { bring } from './use-brought.ts'
