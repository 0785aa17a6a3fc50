import type { Button } from '../button.tsx'
import type { CopyButton } from '../copy-button.tsx'
import type { FoldedText } from '../folded-text.tsx'
import type { Segmented } from '../segmented.tsx'

/** Given to the tree, which is loaded later: importing them there would split the script of the design, 2.7 KB more for each page. */
export interface JsonParts {
  readonly Button: typeof Button
  readonly CopyButton: typeof CopyButton
  readonly FoldedText: typeof FoldedText
  readonly Segmented: typeof Segmented
}
