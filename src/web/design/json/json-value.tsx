import { lazy, Suspense } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { FoldedText } from '../folded-text.tsx'
import { loadPart } from '../load-part.ts'
import { Segmented } from '../segmented.tsx'
import { isJson } from './is-json.ts'

const JsonView = lazy(() => loadPart(() => import('./json-view.tsx')))

const parts = { Button, CopyButton, FoldedText, Segmented }

/** A text that should be JSON, as a tree; as code if it is none. */
export function JsonValue({ text }: { text: string }) {
  const code = <FoldedText isCode text={text} />
  return isJson(text) ? (
    <Suspense fallback={code}>
      <JsonView text={text} parts={parts} />
    </Suspense>
  ) : (
    code
  )
}
