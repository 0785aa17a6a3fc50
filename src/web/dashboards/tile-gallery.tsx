import type { Tile } from '../../contract/index.ts'
import { classNames, keyboardScroll } from '../design/index.ts'
import { ChartColumn, Hash, List } from '../icons/index.ts'
import { gallery } from './gallery.ts'

const icons = { number: Hash, over_time: ChartColumn, groups: List }

/** A tile of two templates is listed under the first. */
const sections = gallery.map(({ id, name, tiles }, index) => ({
  id,
  name,
  tiles: tiles.filter(
    (tile) => !gallery.slice(0, index).some((earlier) => earlier.tiles.some(({ id }) => id === tile.id)),
  ),
}))

interface Props {
  readonly chosen: string | undefined
  readonly onChoose: (tile: Tile) => void
}

/** Tiles that are ready to be added. */
export const TileGallery = ({ chosen, onChoose }: Props) => (
  <section
    aria-label="Gallery"
    {...keyboardScroll}
    className="flex max-h-[60vh] flex-col gap-3 overflow-auto rounded-md border bg-canvas p-2 max-md:max-h-48"
  >
    {sections.map(({ id, name, tiles }) => (
      <div key={id}>
        <h3 className="px-2 pb-1 text-small font-medium text-ink-soft">{name}</h3>
        <ul>
          {tiles.map((tile) => {
            const Icon = icons[tile.shape]
            return (
              <li key={tile.id}>
                <button
                  type="button"
                  aria-pressed={tile.id === chosen}
                  onClick={() => onChoose(tile)}
                  className={classNames(
                    'flex h-7 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-sunken',
                    tile.id === chosen && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft',
                  )}
                >
                  <Icon className="size-3.5 shrink-0 text-ink-faint" />
                  <span className="truncate">{tile.title}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    ))}
  </section>
)
