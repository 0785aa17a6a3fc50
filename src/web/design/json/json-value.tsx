import { lazy, Suspense } from 'react'
import { FoldedText } from '../folded-text.tsx'
import { isJson } from './is-json.ts'

const JsonView = lazy(() => import('./json-view.tsx'))

/** A text that should be JSON, as a tree; as code if it is none. */
export function JsonValue({ text }: { text: string }) {
  const code = <FoldedText isCode text={text} />
  return isJson(text) ? (
    <Suspense fallback={code}>
      <JsonView text={text} />
    </Suspense>
  ) : (
    code
  )
}
