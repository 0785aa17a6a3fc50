import { Button } from './button.tsx'

interface Props {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Turns the pages of a list; hidden if there is one page. */
export const Pager = ({ page, pages, onPage }: Props) =>
  pages > 1 && (
    <nav aria-label="Pages" className="flex shrink-0 items-center justify-center gap-2 p-3">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="text-ink-soft tabular-nums">
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
