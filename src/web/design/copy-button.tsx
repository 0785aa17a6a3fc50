import { Copy } from '../icons/index.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Tooltip } from './tooltip.tsx'

/** `what` names the text: "Copy id", "id copied". */
export const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <Tooltip label={`Copy ${what}`}>
    <Button
      kind="quiet"
      size="small-icon"
      aria-label={`Copy ${what}`}
      onClick={() => void copyText(what, text)}
    >
      <Copy />
    </Button>
  </Tooltip>
)
