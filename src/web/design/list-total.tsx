/** Beside the title of a list: how many entries match. */
export const ListTotal = ({ total }: { total: number | undefined }) =>
  total !== undefined && <span className="text-ink-faint tabular-nums">{total.toLocaleString('en')}</span>
