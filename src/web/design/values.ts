/** Plain values, exported apart from the views so that tests can import them outside a browser. */

export { counted } from './counted.ts'
export { loadPart } from './load-part.ts'
export { percent } from './percent.ts'
export { providerIds, providerName } from './provider-names.ts'
