import { Suspense, useState } from 'react'
import { useCommentCount } from '../comments/queries.ts'
import { Button, Dialog, SkeletonRows } from '../design/index.ts'
import { MessageSquareText } from '../icons/index.ts'
import { lazyScreen } from '../shell/index.ts'

const CommentThread = lazyScreen(() => import('../comments/index.ts'), 'CommentThread')

interface Props {
  readonly traceId: string
  /** True for a link of the inbox. */
  readonly isOpenAtFirst: boolean
}

/** The comments on a trace. The button has their number, its dialog shows them. */
export function CommentsButton({ traceId, isOpenAtFirst }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const subject = { subject_type: 'trace' as const, subject_id: traceId }
  const count = useCommentCount(subject)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <MessageSquareText />
        Comments
        {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Comments" wide>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <CommentThread subject={subject} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
