import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { itemLook } from '../design/index.ts'
import { actionsOnPage } from './page-actions.ts'
import { type Found, useFound } from './use-found.ts'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Everything by name, from the keyboard. */
export function Palette({ open, onOpenChange }: Props) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const actions = useMemo(() => (open ? actionsOnPage() : []), [open])
  const { found, isLooking } = useFound(words, actions)
  const go = (one: Found) => {
    onOpenChange(false)
    // Once the palette has given the focus back, so that what opens now can take it.
    if (one.kind === 'Action') requestAnimationFrame(one.press)
    else navigate({ href: one.href })
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup
          aria-label="Search"
          className="fixed top-[14vh] left-1/2 z-50 w-[92vw] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-floating outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={found}
            // What is found is found by the server and by the pages' names already.
            mode="none"
            value={words}
            onValueChange={setWords}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex h-11 items-center gap-2 border-b px-3">
              <Search className="size-4 text-ink-faint" aria-hidden />
              <Autocomplete.Input
                placeholder="Search pages, prompts, tables, actions, or the id of a request"
                aria-label="Search"
                className="h-full flex-1 bg-transparent text-body outline-none"
              />
            </div>
            <Autocomplete.List className="max-h-80 overflow-auto p-1">
              {(one: Found) => (
                <Autocomplete.Item key={one.value} value={one} onClick={() => go(one)} className={itemLook}>
                  <bdi className="min-w-0 flex-1 truncate">{one.label}</bdi>
                  {one.kind !== 'Page' && <span className="text-small text-ink-faint">{one.kind}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className="p-4 text-center text-ink-faint empty:hidden">
              {isLooking ? 'Looking…' : 'Nothing of this name.'}
            </Autocomplete.Empty>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
