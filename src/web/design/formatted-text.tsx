import { lazy, Suspense } from 'react'
import { CaseSensitive, Pilcrow } from '../icons/index.ts'
import { IconButton } from './button.tsx'
import { FoldedText } from './folded-text.tsx'
import { isJson } from './json/is-json.ts'
import { JsonValue } from './json/json-value.tsx'
import { loadPart } from './load-part.ts'
import { looksLikeMarkdown } from './markdown/looks-like-markdown.ts'
import { preference } from './preference.ts'

const MarkdownView = lazy(() => loadPart(() => import('./markdown/markdown-view.tsx')))

interface Props {
  readonly text: string
  readonly className?: string
}

const plainText = preference('galley.plain-text')

/** Untrusted text; JSON is shown as a tree, and Markdown is rendered unless this browser prefers plain text. */
export function FormattedText({ text, className }: Props) {
  const prefersPlain = plainText.useValue() !== null
  if (isJson(text))
    return (
      <div className={className}>
        <JsonValue text={text} />
      </div>
    )
  const isPlain = prefersPlain || !looksLikeMarkdown(text)
  return (
    <FoldedText text={text} {...(className !== undefined && { className })} {...(!isPlain && { format })} />
  )
}

const format = (text: string) => (
  <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
    <MarkdownView text={text} />
  </Suspense>
)

/** Switches between Markdown and plain text for this browser; hidden if none of the texts is Markdown. */
export function FormatSwitch({ texts }: { texts: readonly string[] }) {
  const isPlain = plainText.useValue() !== null
  if (!texts.some((text) => looksLikeMarkdown(text) && !isJson(text))) return null
  const label = isPlain ? 'Show Markdown formatted' : 'Show plain text'
  return (
    <IconButton label={label} title={label} onClick={() => plainText.choose(isPlain ? null : '1')}>
      {isPlain ? <CaseSensitive /> : <Pilcrow />}
    </IconButton>
  )
}
