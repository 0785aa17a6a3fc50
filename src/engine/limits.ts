/**
 * How many of anything one body may hold. Far above what clients send: each keeps the work of one body within a quarter of a
 * second (test/longest-task). The contract declares them, the OpenAPI document shows them, and refusals name them.
 */

/** JSON values of a body: fields of objects and items of lists. Numbers in lists are counted apart. */
export const mostValues = 20_000
/** The same where a body carries messages, templates, variables or cells of an application. */
export const mostDataValues = 50_000
/** The same for spans, of which exporters send hundreds in a batch. */
export const mostTraceValues = 200_000
/** The same for new rows of a sheet: 1,000 rows of nearly 200 columns. */
export const mostRowValues = 200_000
/** Vectors of embeddings: 160 of 1,536 numbers. */
export const mostListedNumbers = 250_000
/** Numbers of a body that a double cannot hold as they are written, such as long ids. */
export const mostLongNumerals = 30_000
export const deepestJson = 100

/** Keys of the metadata of a request or run. */
export const mostMetadata = 1_000
export const mostTags = 1_000
export const mostVariables = 10_000
export const mostMessages = 10_000
/** Content blocks of one message. */
export const mostBlocks = 10_000
export const mostTools = 1_000
/** Fields of an object that this server gives no meaning. */
export const mostFields = 10_000
/** Items of a list that this server gives no meaning. */
export const mostItems = 10_000
export const mostToolCalls = 1_000
export const mostLabels = 100
/** Fields of the config of a sheet's column. A run reads the config again for each batch of cells. */
export const mostConfigFields = 1_000
/** Parameters of a model; each goes to its provider. */
export const mostOverrides = 1_000

/** Filters and groups in one group of a search; the search as a whole has at most 100 of each. */
export const mostFilters = 200
/** Values that one filter compares with. */
export const mostFilterValues = 1_000

/** Characters of the name of a model, provider, function or prompt. */
export const longestName = 1_024

/** Values that a parameter of a query string lists. */
export const mostListed = 1_000

/** `@@@` in the texts of a template: 10,000 snippet markers. */
export const mostSnippetMarks = 20_000
