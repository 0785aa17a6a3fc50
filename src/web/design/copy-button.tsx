import { Copy } from '../icons/index.ts'
import { copyText } from './copy-text.ts'
import { TipButton } from './tooltip.tsx'

/** `name` is the name of the text: "Copy link", "Link copied". */
export const CopyButton = ({ name, text }: { name: string; text: string }) => (
  <TipButton tip={`Copy ${name}`} onClick={() => void copyText(name, text)}>
    <Copy />
  </TipButton>
)
