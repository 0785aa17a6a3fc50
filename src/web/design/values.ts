/** Plain values, exported apart from the views so that tests can import them outside a browser. */
export { providerIds, providerName } from './provider-names.ts'
