import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, Dialog } from '../design/index.ts'
import { registerUnsaved } from './unsaved.ts'

/** Asks before a link, Back, a reload or another workspace discards the unsaved changes of a page. */
export function AskToLeave({ isChanged }: { readonly isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  const [pendingLeave, setPendingLeave] = useState<{ readonly proceed: () => void } | null>(null)
  useEffect(
    () => (isChanged ? registerUnsaved((proceed) => setPendingLeave({ proceed })) : undefined),
    [isChanged],
  )
  if (status !== 'blocked' && !pendingLeave) return null
  const stay = () => {
    setPendingLeave(null)
    reset?.()
  }
  const discard = () => {
    setPendingLeave(null)
    pendingLeave?.proceed()
    proceed?.()
  }
  return (
    <Dialog
      onClose={stay}
      title="Leave without saving?"
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button kind="danger" onClick={discard}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>The changes on this page are not saved.</p>
    </Dialog>
  )
}
