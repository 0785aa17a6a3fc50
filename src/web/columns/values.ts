/** Plain values, exported apart from the forms so that importers load none. */
export { names } from './type-names.ts'
