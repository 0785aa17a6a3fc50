import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, dropStored, invalidate, useMay, useSession } from '../api/index.ts'
import {
  Avatar,
  Badge,
  Empty,
  KeyMark,
  keyboardScroll,
  MenuItem,
  MoreMenu,
  QueryState,
  ShowMore,
  Time,
} from '../design/index.ts'
import { FormDialog, useChange } from '../dialogs/index.ts'
import { CommentForm } from './comment-form.tsx'
import { partsOf } from './mentions.ts'
import { type Comment, type CommentSubject, commentsQuery } from './queries.ts'

/** The comments on a subject, oldest first, and the form for the next one. */
export function CommentThread({ subject }: { subject: CommentSubject }) {
  const mayWrite = useMay('contributor')
  const list = useInfiniteQuery(commentsQuery(subject))
  const comments = list.data?.pages.flatMap((page) => page.comments)
  const { subject_type, subject_id, row_index = '' } = subject
  const draftKey = `comment:${useSession()?.workspace.id}:${subject_type}:${subject_id}:${row_index}`
  // A new key empties the form once the comment is stored.
  const [sent, setSent] = useState(0)
  const reload = () => invalidate(['comments', subject.subject_type, subject.subject_id])
  const create = useChange(
    (comment: { text: string; mentions: string[] }) =>
      call('createComment', { body: { ...subject, ...comment } }),
    {
      onSuccess: async () => {
        dropStored(draftKey)
        setSent(sent + 1)
        await reload()
      },
    },
  )
  return (
    <section
      aria-label="Comments"
      {...keyboardScroll}
      className="flex h-full max-w-3xl min-w-0 flex-col gap-4 overflow-auto px-4 pt-3 pb-4"
    >
      <QueryState query={list} rows={3} className="m-0" />
      {comments?.length === 0 && !mayWrite && <Empty title="No comments" />}
      {comments && comments.length > 0 && (
        <ol className="flex flex-col gap-4">
          {comments.map((comment) => (
            <OneComment key={comment.id} comment={comment} onChanged={reload} />
          ))}
        </ol>
      )}
      <ShowMore list={list} size="small" className="" />
      {mayWrite && comments && (
        <CommentForm
          key={`${draftKey} ${sent}`}
          label="Comment"
          draftKey={draftKey}
          verb="Comment"
          isBusy={create.isPending}
          onSend={(text, mentions) => create.mutate({ text, mentions })}
        />
      )}
    </section>
  )
}

function OneComment({ comment, onChanged }: { comment: Comment; onChanged: () => void }) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const params = { comment_id: comment.id }
  const edit = useChange(
    (body: { text: string; mentions: string[] }) => call('updateComment', { params, body }),
    {
      onSuccess: () => {
        setEditing(false)
        onChanged()
      },
    },
  )
  const remove = useChange(() => call('deleteComment', { params }), {
    done: 'Comment deleted',
    onSuccess: onChanged,
  })
  const { author, subject, text, mentions, may_edit, may_delete } = comment
  const name = author.name || 'API key'
  return (
    <li className="group flex min-w-0 gap-3">
      {author.kind === 'person' ? <Avatar name={name} /> : <KeyMark />}
      <article aria-label={`Comment of ${name}`} className="min-w-0 flex-1">
        <header className="flex h-6 items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {subject.version_number !== null && <Badge>v{subject.version_number}</Badge>}
          <span className="text-small text-ink-faint">
            <Time at={comment.created_at} />
            {comment.edited_at && ' · edited'}
          </span>
          {(may_edit || may_delete) && !isEditing && (
            <span className="ml-auto">
              <MoreMenu label={`More for the comment of ${name}`}>
                {may_edit && <MenuItem onSelect={() => setEditing(true)}>Edit</MenuItem>}
                {may_delete && (
                  <MenuItem danger onSelect={() => setDeleting(true)}>
                    Delete
                  </MenuItem>
                )}
              </MoreMenu>
            </span>
          )}
        </header>
        {isEditing ? (
          <CommentForm
            label="Edit comment"
            initial={text}
            verb="Save"
            isBusy={edit.isPending}
            onSend={(next, mentions) => edit.mutate({ text: next, mentions: mentions })}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="break-words whitespace-pre-wrap">
            {partsOf(
              text,
              mentions.map((mention) => mention.name),
            ).map((part, index) =>
              part.isMention ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids; an edit replaces them all.
                <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-accent-ink">
                  {part.text}
                </mark>
              ) : (
                part.text
              ),
            )}
          </p>
        )}
        {isDeleting && (
          <FormDialog
            title={`Delete the comment of ${name}?`}
            description="It cannot be restored."
            verb="Delete"
            isDanger
            isReady={!remove.isPending}
            onSubmit={() => remove.mutate()}
            onClose={() => setDeleting(false)}
          >
            <p className="line-clamp-3 break-words text-ink-soft">{text}</p>
          </FormDialog>
        )}
      </article>
    </li>
  )
}
