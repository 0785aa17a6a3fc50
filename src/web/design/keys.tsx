import { classNames } from './class-names.ts'

const isMac = navigator.userAgent.includes('Mac')

/** A shortcut as keys of this platform: `Mod K` is ⌘K on a Mac and Ctrl K elsewhere. */
export const Keys = ({ keys, className }: { keys: string; className?: string }) => (
  <span className={classNames('inline-flex gap-0.5', className)}>
    {keys.split(' ').map((key) => (
      <kbd
        key={key}
        className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-tiny text-ink-soft"
      >
        {key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key}
      </kbd>
    ))}
  </span>
)
