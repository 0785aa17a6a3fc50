/** Plain values, exported apart from the views so that tests can import them outside a browser. */
export * from './readers.ts'
