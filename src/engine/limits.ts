/**
 * Limits of the contents of one body, far above what clients send. They keep the work of one body within a quarter of
 * a second (test/longest-task), are shown in the OpenAPI document, and named in refusals.
 */

/** JSON values of a body: fields of objects and items of lists. Numbers in lists are counted separately. */
export const maxValues = 20_000
/** For bodies with messages, templates, variables or cells. */
export const maxDataValues = 50_000
/** For spans, which exporters send by the hundred. */
export const maxTraceValues = 200_000
/** For new rows of a sheet: 1,000 rows of nearly 200 columns. */
export const maxRowValues = 200_000
/** Vectors of embeddings: 160 of 1,536 numbers. */
export const maxListedNumbers = 250_000
/** Numbers of a body that a double cannot represent, such as long ids. */
export const maxLongNumerals = 30_000
export const maxJsonDepth = 100

/** US dollars of one request. With larger prices sums would lose precision. */
export const maxPrice = 1e15

/** Keys of the metadata of a request or run. */
export const maxMetadata = 1_000
export const maxTags = 1_000
export const maxVariables = 10_000
export const maxMessages = 10_000
/** Content blocks of one message. */
export const maxBlocks = 10_000
export const maxTools = 1_000
/** Fields of an object with free content. */
export const maxFields = 10_000
/** Items of a list with free content. */
export const maxItems = 10_000
export const maxToolCalls = 1_000
export const maxLabels = 100
/** Fields of a column's config. A run parses the config again for each batch of cells. */
export const maxConfigFields = 1_000
/** Model parameters; each is sent to the provider. */
export const maxOverrides = 1_000

/** Items of one filter group: filters and inner groups together. */
export const maxFilters = 200
/** Limit of filters in a whole search, and also of groups. */
export const maxConditions = 100
/** Values that one filter compares with. */
export const maxFilterValues = 100
/** Characters of one value of a filter. */
export const maxFilterTextLength = 10_000
/** Characters and words of a search by words. */
export const maxQueryLength = 1_000
export const maxQueryWords = 20

/** Characters of the name of a model, provider, function or prompt. */
export const maxNameLength = 1_024

/** Values in one parameter of a query string. */
export const maxParameterValues = 1_000

/** `@@@` in the texts of a template: 10,000 snippet markers. */
export const maxSnippetMarks = 20_000
