import { KeyRound } from '../icons/index.ts'
import { classNames } from './class-names.ts'

/** Distinct hues, each with a contrast of at least 4.5:1 to white letters. */
const styles = [
  'bg-[oklch(0.5_0.17_268)]',
  'bg-[oklch(0.48_0.12_155)]',
  'bg-[oklch(0.5_0.13_50)]',
  'bg-[oklch(0.5_0.19_332)]',
  'bg-[oklch(0.48_0.09_195)]',
  'bg-[oklch(0.5_0.19_300)]',
] as const

const baseStyle =
  'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-tiny leading-none font-semibold select-none'

/** A person's initials. `label` names the person if no name stands beside them. */
export const Avatar = ({ name, label, className }: { name: string; label?: string; className?: string }) => (
  <span
    {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    // The initials are generated content, so that they are no part of the accessible name of a button around
    // them.
    data-initials={initialsOf(name)}
    className={classNames(
      baseStyle,
      'text-white before:content-[attr(data-initials)]',
      styles[hashOf(name) % styles.length],
      className,
    )}
  />
)

/** Shown instead of an avatar for actions of an API key. */
export const KeyMark = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames(baseStyle, 'bg-raised text-ink-soft', className)}>
    <KeyRound className="size-3" />
  </span>
)

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0])
  return letters.join('').toLocaleUpperCase('en') || '?'
}

const hashOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7)
