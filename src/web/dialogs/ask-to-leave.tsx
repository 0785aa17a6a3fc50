import { useBlocker } from '@tanstack/react-router'
import { Button, Dialog } from '../design/index.ts'

/** Asks before a link, Back or a reload discards the unsaved changes of a page. */
export function AskToLeave({ isChanged }: { readonly isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog
      onClose={reset}
      title="Leave without saving?"
      actions={
        <>
          <Button onClick={reset}>Stay</Button>
          <Button kind="danger" onClick={proceed}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>The changes on this page are not saved.</p>
    </Dialog>
  )
}
