/** SQL on SQLite: the list leaves out tags and metadata, which are in their columns. */
export const isShortList = (request: string): string => `substr(${request}.facets, 2, 1) = '0'`
