/** Styles shared by all floating lists: menus, selects, pickers. */
export const popupStyle =
  'max-h-[min(60vh,var(--available-height))] min-w-40 overflow-auto rounded-lg border border-line-strong bg-surface p-1 text-body shadow-floating outline-none'

export const itemStyle =
  'flex min-h-7 cursor-default items-center gap-2 rounded-md px-2 outline-none select-none data-[highlighted]:bg-raised data-[disabled]:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0'
