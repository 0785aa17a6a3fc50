import { Button } from '../design/index.ts'

/** Shows the rows that were added after a list was read. */
export const NewerButton = ({
  count,
  isExact = true,
  onShow,
}: {
  readonly count: number
  readonly isExact?: boolean
  readonly onShow: () => unknown
}) =>
  count > 0 && (
    <Button
      kind="primary"
      size="small"
      className="absolute top-10 left-1/2 z-10 -translate-x-1/2 shadow-floating"
      onClick={() => void onShow()}
    >
      {count.toLocaleString('en')}
      {isExact ? '' : '+'} new
    </Button>
  )
