import { lazy, Suspense, useSyncExternalStore } from 'react'
import { CaseSensitive, Pilcrow } from '../icons/index.ts'
import { IconButton } from './button.tsx'
import { FoldedText } from './folded-text.tsx'
import { looksLikeMarkdown } from './markdown/looks-like-markdown.ts'

const MarkdownView = lazy(() => import('./markdown/markdown-view.tsx'))

interface Props {
  readonly text: string
  readonly className?: string
}

/** Untrusted text; Markdown is rendered unless this browser prefers plain text. */
export function FormattedText({ text, className }: Props) {
  const isPlain = useIsPlain() || !looksLikeMarkdown(text)
  return (
    <FoldedText text={text} {...(className !== undefined && { className })} {...(!isPlain && { format })} />
  )
}

/** Parses only the visible part of the text. */
const format = (text: string) => (
  <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
    <MarkdownView text={text} />
  </Suspense>
)

/** Switches between Markdown and plain text for this browser; hidden if none of the texts is Markdown. */
export function FormatSwitch({ texts }: { texts: readonly string[] }) {
  const isPlain = useIsPlain()
  if (!texts.some(looksLikeMarkdown)) return null
  const label = isPlain ? 'Show Markdown formatted' : 'Show plain text'
  return (
    <IconButton label={label} title={label} onClick={() => choose(!isPlain)}>
      {isPlain ? <CaseSensitive /> : <Pilcrow />}
    </IconButton>
  )
}

const key = 'galley.plain-text'
const listeners = new Set<() => void>()

const useIsPlain = () => useSyncExternalStore(subscribe, () => localStorage.getItem(key) !== null)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(isPlain: boolean): void {
  if (isPlain) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
  for (const listener of listeners) listener()
}
