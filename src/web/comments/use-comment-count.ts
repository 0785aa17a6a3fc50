import { useInfiniteQuery } from '@tanstack/react-query'
import { type CommentSubject, commentsQuery } from './queries.ts'

/** Comments loaded so far; 0 while none is. */
export const useCommentCount = (subject: CommentSubject): number =>
  useInfiniteQuery(commentsQuery(subject)).data?.pages.reduce((sum, page) => sum + page.comments.length, 0) ??
  0
