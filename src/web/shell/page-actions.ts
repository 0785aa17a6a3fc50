/** Something that the screen behind the palette can do. */
export interface PageAction {
  readonly label: string
  readonly press: () => void
}

/** What stands in the header of a screen, by the names it has there: a screen says what it can do only once. */
export const actionsOnPage = (): readonly PageAction[] =>
  [...document.querySelectorAll<HTMLElement>('[data-page-actions] :is(button, a)')]
    .filter((element) => !element.matches(':disabled, [aria-disabled=true]'))
    .map((element) => ({ label: nameOf(element), press: () => element.click() }))

/** Without what is hidden from readers, such as keys. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const copy = element.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden=true], kbd')) hidden.remove()
  return copy.textContent.trim()
}
