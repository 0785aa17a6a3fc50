/** A door for plain values, which load no form. */
export { names } from './type-names.ts'
