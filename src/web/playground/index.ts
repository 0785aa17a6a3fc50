/** The playground: variants against cases, with comparison of answers; saved playgrounds and their list. */

export { bringVersions } from './bring-versions.ts'
export { benchOfRows } from './from-rows.ts'
export { queueForPlayground } from './use-queued-content.ts'
export { maxCases } from './variant.ts'
