/** The number of results that a chooser shows. */
export const maxResults = 50
