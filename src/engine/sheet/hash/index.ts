export { type ColumnIdentity, type InputHasher, inputHasher, sameValue, valueText } from './input-hash.ts'
export { hash128 } from './murmur.ts'
