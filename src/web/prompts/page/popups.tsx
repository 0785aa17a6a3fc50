import { Suspense } from 'react'
import { lazyScreen } from '../../shell/index.ts'
import type { SavedVersion } from './queries.ts'
import type { useDraft } from './use-draft.ts'

/** Each dialog is loaded when it is opened. */
const Merge = lazyScreen(() => import('../release/merge.tsx'), 'Merge')
const MoveLabel = lazyScreen(() => import('../release/move-label.tsx'), 'MoveLabel')
const DuplicatePrompt = lazyScreen(() => import('../duplicate-prompt.tsx'), 'DuplicatePrompt')
const Review = lazyScreen(() => import('../release/review.tsx'), 'Review')

export type Popup =
  | 'review'
  | 'merge'
  | 'duplicate'
  | { readonly release: SavedVersion; readonly label?: string }

interface Props {
  readonly popup: Popup | null
  readonly promptId: string
  readonly shown: SavedVersion
  readonly latest: SavedVersion
  readonly draft: ReturnType<typeof useDraft>
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onConflict: () => Promise<void>
  readonly onMerged: (merged: Pick<SavedVersion, 'template' | 'metadata'>) => void
}

/** The dialogs over a prompt. One is open at a time. */
export const Popups = ({ popup, promptId, shown, latest, draft, onClose, ...actions }: Props) => (
  <Suspense>
    {popup === 'review' && (
      <Review
        promptId={promptId}
        saved={shown}
        draft={draft.version}
        onClose={onClose}
        onSaved={actions.onSaved}
        onConflict={actions.onConflict}
      />
    )}
    {popup === 'merge' && (
      <Merge
        base={shown}
        theirs={latest}
        yours={draft.version}
        onClose={onClose}
        onMerged={actions.onMerged}
      />
    )}
    {popup === 'duplicate' && (
      <DuplicatePrompt prompt={{ id: shown.promptId, name: shown.name }} onClose={onClose} />
    )}
    {popup !== null && typeof popup === 'object' && (
      <MoveLabel promptId={promptId} to={popup.release} first={popup.label} onClose={onClose} />
    )}
  </Suspense>
)
