import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { itemLook } from '../design/index.ts'
import { places } from './places.ts'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

interface Command {
  readonly value: string
  readonly label: string
  readonly to: string
}

const commands: readonly Command[] = places.map(({ to, name }) => ({ value: to, label: `Go to ${name}`, to }))

/** Everything by name, from the keyboard. */
export function Palette({ open, onOpenChange }: Props) {
  const navigate = useNavigate()
  const go = ({ to }: Command) => {
    onOpenChange(false)
    navigate({ to })
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup
          aria-label="Search"
          className="fixed top-[14vh] left-1/2 z-50 w-[92vw] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-floating outline-none"
        >
          <Autocomplete.Root open inline items={commands} autoHighlight="always" keepHighlight>
            <div className="flex h-11 items-center gap-2 border-b px-3">
              <Search className="size-4 text-ink-faint" aria-hidden />
              <Autocomplete.Input
                placeholder="Search pages and prompts"
                aria-label="Search"
                className="h-full flex-1 bg-transparent text-body outline-none"
              />
            </div>
            <Autocomplete.List className="max-h-80 overflow-auto p-1">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.value}
                  value={command}
                  onClick={() => go(command)}
                  className={itemLook}
                >
                  {command.label}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className="p-4 text-center text-ink-faint empty:hidden">
              Nothing of this name.
            </Autocomplete.Empty>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
