import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { Button, Menu, MenuItem } from '../../design/index.ts'
import { ArrowDown } from '../../icons/index.ts'

/** Chooses the score by which sessions are ordered; nothing if no session has a score. */
export function ScoreMenu({ onChoose }: { readonly onChoose: (name: string) => void }) {
  const { data } = useQuery(
    queryOf(['score-names', 'session'], 'readTraceFacets', {
      body: { facets: [{ field: 'session_score_names' }], limit: 50 },
    }),
  )
  const names = data?.facets[0]?.values ?? []
  if (names.length === 0) return null
  return (
    <Menu
      trigger={
        <Button>
          <ArrowDown />
          By score
        </Button>
      }
    >
      {names.map(({ value }) => (
        <MenuItem key={value} onSelect={() => onChoose(value)}>
          <span className="max-w-60 truncate [unicode-bidi:isolate]">{value}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
