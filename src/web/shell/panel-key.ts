/** The list or grid that a panel describes. */
const moved = 'main :is([role=grid], [role=treegrid], [data-request][tabindex="0"])'

/** Moves the focus into the panel and back. */
export function goToPanel(): void {
  const panel = document.querySelector<HTMLElement>('main [data-panel]')
  if (!panel) return
  const isInside = panel.contains(document.activeElement)
  const target = isInside
    ? (document.querySelector<HTMLElement>(moved) ?? document.getElementById('main'))
    : panel
  target?.focus()
}
