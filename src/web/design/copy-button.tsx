import { Copy } from '../icons/index.ts'
import { copyText } from './copy-text.ts'
import { TipButton } from './tooltip.tsx'

/** `what` names the text: "Copy link", "Link copied". */
export const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <TipButton tip={`Copy ${what}`} onClick={() => void copyText(what, text)}>
    <Copy />
  </TipButton>
)
