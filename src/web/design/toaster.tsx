import { Toast } from '@base-ui/react/toast'
import { X } from '../icons/index.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { isMissingPart } from './load-part.ts'

const manager = Toast.createToastManager()
const visibleMilliseconds = 6_000

interface ToastOptions {
  /** An action, such as undo or a link. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Undoes the action that is reported. */
  readonly undo?: () => void
  readonly isProblem?: boolean
}

/** Reports a finished action, with undo if possible. Returns a function that closes the toast. */
export function toast(text: string, { undo, isProblem = false, ...options }: ToastOptions = {}): () => void {
  const action = undo ? { label: 'Undo', onClick: undo } : options.action
  const id = manager.add({
    title: text,
    // The same report again renews its toast. Each action has a toast of its own.
    ...(!action && { id: text }),
    type: isProblem ? 'problem' : 'done',
    priority: isProblem ? 'high' : 'low',
    ...(action && { actionProps: { children: action.label, onClick: () => act(action) } }),
    // A toast with a retry stays until it is closed.
    ...(isProblem && action && { timeout: 0 }),
  })
  // The toast closes first, because a second click would undo twice.
  const act = ({ onClick }: NonNullable<ToastOptions['action']>) => {
    manager.close(id)
    onClick()
  }
  return () => manager.close(id)
}

/** Closes all toasts. Called when the workspace or person changes, because the toasts report on the previous one. */
export const closeToasts = (): void => manager.close()

/** Reports a failed action, and offers to reload the page if it needed a part that the server no longer has. */
export const toastProblem = (problem: unknown): void => {
  if (!(problem instanceof Error)) toast(String(problem), { isProblem: true })
  else if (isMissingPart(problem))
    toast('A part of this page could not be loaded. The server may have a new version.', {
      isProblem: true,
      action: { label: 'Reload', onClick: () => location.reload() },
    })
  else toast(problem.message, { isProblem: true })
}

interface ProgressTexts {
  readonly doing: string
  readonly done: string
  readonly failed: (error: Error) => string
}

/** Shows that work has begun, then its result in the same toast; resolves to whether it succeeded. */
export const toastWhile = (
  work: Promise<unknown>,
  { doing, done, failed }: ProgressTexts,
): Promise<boolean> =>
  manager
    .promise(work, {
      loading: { title: doing },
      success: { title: done },
      error: (error: Error) => ({ title: failed(error), priority: 'high' }),
    })
    .then(
      () => true,
      () => false,
    )

export const Toaster = () => (
  <Toast.Provider toastManager={manager} timeout={visibleMilliseconds}>
    <Toast.Portal>
      <Toast.Viewport className="toasts fixed z-50 flex w-80 flex-col gap-2 outline-none">
        <Toasts />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // The toasts must not be hidden from screen readers, because their buttons can be focused. Problems are
      // announced as alerts too.
      aria-hidden={false}
      className={classNames(
        'rounded-lg border border-line-strong bg-surface px-3 py-2 shadow-floating',
        (toast.type === 'problem' || toast.type === 'error') && 'border-bad text-bad',
      )}
    >
      <Toast.Content className="flex items-center gap-2">
        <Toast.Title className="min-w-0 flex-1 text-body break-words" />
        {toast.actionProps && <Toast.Action render={<Button size="small" />} />}
        <Toast.Close aria-hidden={false} render={<IconButton label="Dismiss" />}>
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
