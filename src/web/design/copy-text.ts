import { toast, toastProblem } from './toaster.tsx'

/** Copies a text to the clipboard and shows a toast; `name` names the text: "id copied". */
export async function copyText(name: string, text: string): Promise<void> {
  try {
    await write(text)
    toast(`${name} copied`)
  } catch {
    toastProblem(`${name} could not be copied. The browser does not let this page write to the clipboard.`)
  }
}

/** Self-hosted servers often have no HTTPS, and without it browsers offer only this way to copy. */
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
