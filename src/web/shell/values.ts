/** Plain values, exported apart from the views so that tests can import them outside a browser. */
export { optionalParam } from './optional-param.ts'
