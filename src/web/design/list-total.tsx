/** The number of matching entries, beside the title of a list. */
export const ListTotal = ({ total }: { total: number | undefined }) =>
  total !== undefined && <span className="text-ink-faint tabular-nums">{total.toLocaleString('en')}</span>
