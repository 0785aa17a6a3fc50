const mark = 'tests of '

/** The name of the empty test that precedes the tests of a file. */
export const markerOf = (file: string): string => `${mark}${file}`

/** The file that such a name precedes; null for the name of any other test. */
export const fileOf = (name: string): string | null =>
  name.startsWith(mark) ? name.slice(mark.length) : null
