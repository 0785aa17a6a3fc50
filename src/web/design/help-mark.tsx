import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { CircleHelp } from '../icons/index.ts'

/** A "?" that explains the word beside it. */
export const HelpMark = ({ word, children }: { word: string; children: ReactNode }) => (
  <Popover.Root>
    <Popover.Trigger
      aria-label={`What is ${word}?`}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-faint hover:text-ink"
    >
      <CircleHelp className="size-3.5" aria-hidden />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner sideOffset={4} className="z-50">
        <Popover.Popup className="max-w-72 rounded-lg border border-line-strong bg-surface p-3 text-body shadow-floating outline-none">
          <Popover.Title className="mb-1 font-semibold">{word}</Popover.Title>
          <Popover.Description render={<div />} className="text-ink-soft">
            {children}
          </Popover.Description>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
