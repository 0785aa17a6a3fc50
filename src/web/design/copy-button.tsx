import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { toast } from './toaster.tsx'
import { Tooltip } from './tooltip.tsx'

/** `what` names it: "Copy id", "id copied". */
export const CopyButton = ({ what, text }: { what: string; text: string }) => {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast(`${what} copied`)
  }
  return (
    <Tooltip label={`Copy ${what}`}>
      <Button kind="quiet" size="small-icon" aria-label={`Copy ${what}`} onClick={copy}>
        <Copy />
      </Button>
    </Tooltip>
  )
}
