import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../api/index.ts'

export type Comment = Answer<'listComments'>['comments'][number]

/** The subject of a comment, as the API names it. */
export interface CommentSubject {
  readonly subject_type: 'prompt' | 'request' | 'trace' | 'sheet'
  readonly subject_id: string
  /** New comments are about this version of the prompt; the thread shows comments on all versions. */
  readonly version_number?: number
  /** The row of a sheet; the thread shows only its comments. */
  readonly row_index?: number
}

/** The comments on a subject, oldest first. */
export const commentsQuery = ({ subject_type, subject_id, row_index }: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: ['comments', subject_type, subject_id, row_index ?? null],
    queryFn: ({ signal, pageParam }) =>
      call('listComments', {
        query: { subject_type, subject_id, row_index, after_id: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, comments }) => (has_more ? comments.at(-1)?.id : undefined),
    placeholderData: undefined,
  })

/** The number of loaded comments; 0 while loading. */
export const useCommentCount = (subject: CommentSubject): number =>
  useInfiniteQuery(commentsQuery(subject)).data?.pages.reduce((sum, page) => sum + page.comments.length, 0) ??
  0

export const membersQuery = queryOptions({
  queryKey: ['members', 'names'],
  queryFn: async ({ signal }) => (await call('listMembers', { signal })).members.map(({ person }) => person),
  staleTime: 60_000,
})
