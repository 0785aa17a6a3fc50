import type { Button } from '../button.tsx'
import type { CopyButton } from '../copy-button.tsx'
import type { FoldedText } from '../folded-text.tsx'
import type { Segmented } from '../segmented.tsx'

/**
 * Components that the tree takes as props. The tree is loaded later; if it imported them, they would become a chunk of
 * their own, 2.7 KB more for each page.
 */
export interface JsonParts {
  readonly Button: typeof Button
  readonly CopyButton: typeof CopyButton
  readonly FoldedText: typeof FoldedText
  readonly Segmented: typeof Segmented
}
