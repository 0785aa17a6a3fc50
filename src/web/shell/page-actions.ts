/** An action of the screen behind the palette. */
export interface PageAction {
  readonly label: string
  readonly press: () => void
}

/** The buttons in the header of a screen and its views. The palette lists them, so that no second list is needed. */
export const actionsOnPage = (): readonly PageAction[] =>
  [...document.querySelectorAll<HTMLElement>('[data-page-actions] :is(button, a)')]
    .filter((element) => !element.matches(':disabled, [aria-disabled=true]'))
    .map((element) => ({ label: nameOf(element), press: () => element.click() }))

/** The name of a button, without content that is hidden from screen readers, such as keys. */
function nameOf(element: HTMLElement): string {
  const kind = element.closest<HTMLElement>('[data-page-actions]')!.dataset['pageActions']
  return kind === '' || kind === 'true' ? textOf(element) : `${kind}: ${textOf(element)}`
}

function textOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const copy = element.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden=true], kbd')) hidden.remove()
  return copy.textContent.trim()
}
