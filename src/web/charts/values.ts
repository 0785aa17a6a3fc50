/** Plain values, exported apart from the views so that importers load none. */
export { dayText } from './bucket-text.ts'
export { secondsOf } from './seconds-of.ts'
