const mark = 'tests of '

/** The name of the test that stands before those of a file. */
export const beginsWith = (file: string): string => `${mark}${file}`

/** The file that such a test stands before; null for any other test. */
export const fileOf = (name: string): string | null =>
  name.startsWith(mark) ? name.slice(mark.length) : null
