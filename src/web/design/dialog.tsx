import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { X } from '../icons/index.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { rememberTarget, useFocusBefore } from './focus-return.ts'

interface Props {
  /** If absent, only the buttons of the dialog close it. */
  readonly onClose?: () => void
  readonly title: string
  readonly description?: string
  readonly wide?: boolean
  /** Buttons at the bottom; the confirming one is last. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Finds the first field of a dialog, except hidden file inputs. */
const firstField =
  'input:not(:disabled, [readonly], [type=file]), textarea:not(:disabled), select:not(:disabled), [role=combobox]'

/** True if another dialog is open that does not contain the element, such as one that replaces the closed dialog. */
const isBehindDialog = (element: Element | null, closed: Element | null): boolean =>
  [...document.querySelectorAll('[role=dialog]')].some(
    (dialog) => dialog !== closed && !dialog.contains(element),
  )

/** A dialog that is open as long as it is rendered. */
export function Dialog({ onClose, title, description, wide, actions, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore()
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          ref={(element: HTMLDivElement | null) => {
            if (element === null) return
            popup.current = element
            rememberTarget(element, focusBefore())
          }}
          // On touch screens focusing a field would open the keyboard.
          initialFocus={(by) =>
            by === 'touch' ? popup.current : (body.current?.querySelector<HTMLElement>(firstField) ?? true)
          }
          finalFocus={() => {
            const target = focusBefore()
            return !isBehindDialog(target, popup.current) && target
          }}
          className={classNames(
            'fixed top-[10vh] left-1/2 z-50 flex max-h-[80vh] w-[92vw] -translate-x-1/2 flex-col rounded-lg border border-line-strong bg-surface shadow-floating outline-none',
            wide ? 'max-w-4xl' : 'max-w-md',
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b px-4 py-3">
            <div>
              <Base.Title className="text-heading font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="text-small text-ink-soft">{description}</Base.Description>
              )}
            </div>
            {onClose && (
              <Base.Close render={<IconButton label="Close" />}>
                <X />
              </Base.Close>
            )}
          </header>
          <div ref={body} className="min-h-0 overflow-auto p-4">
            {children}
          </div>
          {actions && <footer className="flex justify-end gap-2 border-t px-4 py-3">{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
