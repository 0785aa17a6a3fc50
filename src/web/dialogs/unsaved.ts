type AskToProceed = (proceed: () => void) => void

let askPerson: AskToProceed | null = null

/** Registers the page that asks before its unsaved changes are discarded; returns the function that ends that. */
export function registerUnsaved(ask: AskToProceed): () => void {
  askPerson = ask
  return () => {
    if (askPerson === ask) askPerson = null
  }
}

/** For actions that leave a page without a navigation, such as a switch of the workspace: a page with unsaved changes asks first. */
export const afterAsking = (proceed: () => void): void => (askPerson ? askPerson(proceed) : proceed())
