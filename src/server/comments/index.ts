/** Comments on prompts, requests, traces and sheets, with mentions of members. */
export { commentHandlers } from './comments.ts'
export { deleteCommentsOnDeletedRequests } from './delete-orphans.ts'
export { rowIndexesOfSubject } from './subjects.ts'
