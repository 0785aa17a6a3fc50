/** Comments on prompts, requests, traces and rows, with mentions of members. */
export { CommentThread } from './comment-thread.tsx'
export type { CommentSubject } from './queries.ts'
