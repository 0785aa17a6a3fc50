import { toast, toastProblem } from './toaster.tsx'

/** Copies a text to the clipboard and shows a toast; `name` names the text: "ID copied". */
export async function copyText(name: string, text: string): Promise<void> {
  const subject = name.charAt(0).toUpperCase() + name.slice(1)
  try {
    await write(text)
    toast(`${subject} copied`)
  } catch {
    toastProblem(`${subject} could not be copied. The browser does not let this page write to the clipboard.`)
  }
}

/** Self-hosted servers often have no HTTPS, and without it browsers offer only this way to copy. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const fillClipboard = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  const options = { capture: true }
  document.addEventListener('copy', fillClipboard, options)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', fillClipboard, options)
  if (!isDone) throw new Error('The browser refused.')
}
