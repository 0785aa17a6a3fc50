/** The hash of a cell's inputs, and when two values are the same. */

export { type InputHasher, inputHasher, sameValue, valueText } from './input-hash.ts'
export { hash128 } from './murmur.ts'
