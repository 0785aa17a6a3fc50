import { toast } from './toaster.tsx'

/** Puts a text on the clipboard and says so; `what` names it: "id copied". */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await write(text)
    toast(`${what} copied`)
  } catch {
    toast(`${what} could not be copied. The browser does not let this page write to the clipboard.`, {
      isProblem: true,
    })
  }
}

/** Servers of one's own are often reached without HTTPS, where browsers have no clipboard for pages but this one. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  const options = { capture: true }
  document.addEventListener('copy', give, options)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', give, options)
  if (!isDone) throw new Error('The browser refused.')
}
