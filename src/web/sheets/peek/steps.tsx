import { Button } from '../../design/index.ts'
import { ChevronDown, ChevronUp } from '../../icons/index.ts'

/** Goes to the previous or the next row. */
export const Steps = ({ onStep }: { readonly onStep: (by: 1 | -1) => void }) => (
  <>
    <Button kind="quiet" size="small-icon" aria-label="Previous row" title="K" onClick={() => onStep(-1)}>
      <ChevronUp />
    </Button>
    <Button kind="quiet" size="small-icon" aria-label="Next row" title="J" onClick={() => onStep(1)}>
      <ChevronDown />
    </Button>
  </>
)
