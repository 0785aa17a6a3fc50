import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'className'> {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
}

/** The button below a list that fetches its next page; hidden after the last page. */
export const ShowMore = ({ list, className = 'self-center', ...props }: Props) =>
  list.hasNextPage && (
    <Button
      className={className}
      disabled={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
      {...props}
    >
      Show more
    </Button>
  )
